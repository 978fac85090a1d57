"""One HTTP call: sent, waited for, repeated when that is safe, and its answer told apart."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from importlib.metadata import version
from typing import TypeAlias

import httpx

from herdbook.errors import ConnectionFailedError, HerdbookError, Problem
from herdbook.problems import error_of, redacted
from herdbook.retries import Retries

QueryValue: TypeAlias = str | int | None
"""None leaves the parameter out."""

BASE = "/api/v1"
BUSY = frozenset({429, 503})
"""Refused before anything was done."""
GATEWAY = frozenset({502, 504})
"""A proxy speaks, and does not know how far the server behind it has come."""
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Repeat(Enum):
    """What makes it safe to send a request again when its answer was lost."""

    HARMLESS = "it changes nothing, or only once"
    KEY = "the server knows it again by an Idempotency-Key"
    NO = "nothing does: it is sent again only if it never arrived or was turned away"


@dataclass(frozen=True, slots=True)
class _Failure:
    error: HerdbookError
    sent: bool
    """The server may have carried the request out."""
    passing: bool
    """The same request may fare better later."""


class Transport:
    """Keeps the connection, the token and the patience of a client."""

    def __init__(self, url: str, *, token: str | None, timeout: float, retries: Retries) -> None:
        self.url = _base_url(url)
        self.token = token
        self.timeout = timeout
        self.retries = retries
        agent = {"User-Agent": f"herdbook/{version('herdbook')}", "Accept": "application/json"}
        self._http = httpx.Client(base_url=self.url + BASE, headers=agent)

    @property
    def token(self) -> str | None:
        """What the calls authenticate with."""
        return self._token

    @token.setter
    def token(self, token: str | None) -> None:
        # Checked here, because a library below would quote a bad header in its complaint.
        if token is not None and not (token.isascii() and token.isprintable() and token.strip()):
            raise ValueError("A token is one line of visible ASCII characters.")
        self._token = token

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def send(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, object] | None = None,
        params: Mapping[str, QueryValue] | None = None,
        headers: Mapping[str, str] | None = None,
        wait: int | None = None,
        repeat: Repeat = Repeat.HARMLESS,
        anonymous: bool = False,
        retries: Retries | None = None,
    ) -> httpx.Response:
        """Send a request until it is answered. Raises `HerdbookError` for 3xx to 5xx but 304."""
        patience = retries or self.retries
        request = self._http.build_request(
            method,
            path,
            json=body,
            params={name: value for name, value in (params or {}).items() if value is not None},
            headers={
                **(headers or {}),
                **self._headers(wait, repeat, None if anonymous else self.token),
            },
            timeout=httpx.Timeout(self.timeout, read=self.timeout + (wait or 0)),
        )
        failures, waited, lost = 0, 0.0, False
        while True:
            answer = self._try(request, resent=lost)
            if isinstance(answer, httpx.Response):
                return answer
            failures, lost = failures + 1, lost or answer.sent
            pause = patience.pause(failures, waited=waited, at_least=answer.error.retry_after)
            if pause is None or not answer.passing or (answer.sent and repeat is Repeat.NO):
                raise answer.error
            patience.sleep(pause)
            waited += pause

    def _try(self, request: httpx.Request, *, resent: bool) -> httpx.Response | _Failure:
        try:
            response = self._http.send(request)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            passing = isinstance(error, httpx.TransportError)
            return _Failure(
                self._no_answer(error, passing=passing, resent=resent),
                sent=not isinstance(error, NEVER_SENT),
                passing=passing,
            )
        if response.is_success or response.status_code == HTTPStatus.NOT_MODIFIED:
            return response
        return _Failure(
            error_of(response, token=self.token, resent=resent),
            sent=response.status_code not in BUSY,
            passing=response.status_code in BUSY | GATEWAY,
        )

    def _headers(self, wait: int | None, repeat: Repeat, token: str | None) -> dict[str, str]:
        headers: dict[str, str] = {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if wait is not None:
            headers["Prefer"] = f"wait={wait}"
        if repeat is Repeat.KEY:
            headers["Idempotency-Key"] = uuid.uuid4().hex
        return headers

    def _no_answer(self, error: Exception, *, passing: bool, resent: bool) -> HerdbookError:
        reason = redacted(str(error), self.token) or type(error).__name__
        detail = f"No answer from {self.url}: {reason}"
        problem = Problem(
            code="connection_failed",
            title="No answer",
            detail=detail,
            retryable=passing,
            resent=resent,
        )
        return ConnectionFailedError(problem)


def _base_url(url: str) -> str:
    base = url.strip().rstrip("/").removesuffix(BASE)
    try:
        parsed = httpx.URL(base)
    except httpx.InvalidURL:
        raise ValueError("Not a URL; write it as http://host:port") from None
    # Told first and without a quotation: the password would stand in the message.
    if parsed.userinfo:
        raise ValueError("A server's URL has no name and password in it; use a token.")
    if parsed.scheme not in {"http", "https"} or not parsed.host:
        raise ValueError(f"Not the URL of a server: {url!r}; write it as http://host:port")
    return base
