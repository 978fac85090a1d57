"""How a call goes, whoever carries it: sent, waited for, repeated when that is safe, told apart.

A conversation is a generator that does no input or output of its own. It yields what has to be
done, a request to be sent or a pause to be made, is told what came of it, and returns the answer
or raises a `HerdbookError`. The transports, sync and async, only do as they are told.
"""

import uuid
from collections.abc import Generator
from dataclasses import dataclass
from http import HTTPStatus
from importlib.metadata import version
from typing import TypeAlias, TypeVar

import httpx

from herdbook.call import Call, Repeat
from herdbook.errors import ConnectionFailedError, HerdbookError, Problem
from herdbook.login import Login
from herdbook.problems import error_of, redacted
from herdbook.retries import NEVER, Retries

T = TypeVar("T")

BASE = "/api/v1"
BUSY = frozenset({429, 503})
"""Refused before anything was done."""
GATEWAY = frozenset({502, 504})
"""A proxy speaks, and does not know how far the server behind it has come."""
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)

LOSSES = (httpx.HTTPError, httpx.InvalidURL)
"""What the HTTP library raises instead of an answer."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Seconds to let pass."""

    seconds: float


Step: TypeAlias = httpx.Request | Pause
Result: TypeAlias = httpx.Response | Exception | None
"""An answer, or one of `LOSSES`; None after a pause."""


@dataclass(frozen=True, slots=True)
class _Failure:
    error: HerdbookError
    sent: bool
    """The server may have carried the request out."""
    passing: bool
    """The same request may fare better later."""
    once_more: bool = False
    """The server failed over it, which it may have done for this once."""


class Settings:
    """What all calls of a client have in common: server, token and patience."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None,
        timeout: float,
        retries: Retries,
        login: Login | None = None,
    ) -> None:
        self.url = _base_url(url)
        self.login = login
        """What authenticates instead, as an app whose tokens change."""
        self.token = token
        self.timeout = timeout
        self.retries = retries

    @property
    def token(self) -> str | None:
        """What the calls authenticate with."""
        return self.login.tokens.access if self.login and not self._token else self._token

    @token.setter
    def token(self, token: str | None) -> None:
        # Checked here, because a library below would quote a bad header in its complaint.
        if token is not None and not (token.isascii() and token.isprintable() and token.strip()):
            raise ValueError("A token is one line of visible ASCII characters.")
        self._token = token

    def request(self, call: Call[object]) -> httpx.Request:
        """Write a call down as a request, with a key of its own if it needs one."""
        headers = {
            "User-Agent": f"herdbook/{version('herdbook')}",
            "Accept": "application/json",
            **call.headers,
        }
        if self.token and not call.anonymous:
            headers["Authorization"] = f"Bearer {self.token}"
        if call.wait is not None:
            headers["Prefer"] = f"wait={call.wait}"
        if call.repeat is Repeat.KEY:
            headers["Idempotency-Key"] = uuid.uuid4().hex
        timeout = httpx.Timeout(self.timeout, read=self.timeout + (call.wait or 0))
        return httpx.Request(
            call.method,
            self.url + BASE + call.path,
            json=call.body,
            params={name: value for name, value in call.params.items() if value is not None},
            headers=headers,
            extensions={"timeout": timeout.as_dict()},
        )


def conversation(call: Call[T], settings: Settings) -> Generator[Step, Result, T]:
    """Make a call to its end. Raises `HerdbookError` for 3xx to 5xx but 304."""
    patience = NEVER if call.once else settings.retries
    request = settings.request(call)
    failures, waited, lost, repeated = 0, 0.0, False, False
    while True:
        result = yield request
        answer = _judged(result, settings, resent=lost)
        if isinstance(answer, httpx.Response):
            return call.read(answer)
        failures, lost = failures + 1, lost or answer.sent
        pause = patience.pause(failures, waited=waited, at_least=answer.error.retry_after)
        again = answer.passing or (answer.once_more and not repeated)
        if pause is None or not again or (answer.sent and call.repeat is Repeat.NO):
            return call.excuse(answer.error)
        repeated = repeated or answer.once_more
        yield Pause(pause)
        waited += pause


def _judged(result: Result, settings: Settings, *, resent: bool) -> httpx.Response | _Failure:
    if not isinstance(result, httpx.Response):
        assert result is not None
        passing = isinstance(result, httpx.TransportError)
        return _Failure(
            _no_answer(result, settings, passing=passing, resent=resent),
            sent=not isinstance(result, NEVER_SENT),
            passing=passing,
        )
    if result.is_success or result.status_code == HTTPStatus.NOT_MODIFIED:
        return result
    error = error_of(result, token=settings.token, resent=resent)
    return _Failure(
        error,
        sent=result.status_code not in BUSY,
        passing=result.status_code in BUSY | GATEWAY,
        once_more=result.status_code == HTTPStatus.INTERNAL_SERVER_ERROR and error.retryable,
    )


def _no_answer(
    error: Exception, settings: Settings, *, passing: bool, resent: bool
) -> ConnectionFailedError:
    reason = redacted(str(error), settings.token) or type(error).__name__
    return ConnectionFailedError(
        Problem(
            code="connection_failed",
            title="No answer",
            detail=f"No answer from {settings.url}: {reason}",
            retryable=passing,
            resent=resent,
        )
    )


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
