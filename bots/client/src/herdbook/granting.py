"""Coming by tokens as an app: the device flow, and giving tokens back.

The device flow is for programs without a browser: they show a code, and whoever they shall act for
types it on a page of the server, on any other machine.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import httpx

from herdbook.errors import ConnectionFailedError, LoginRefusedError, Problem

COMMAND_LINE = "hbapp_command_line"
"""The app as which the command line is known to each server."""
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
SLOWER = 5.0
"""Seconds by which a pause grows when the server finds it too short."""
TIMEOUT = 10.0


@dataclass(frozen=True, slots=True)
class AppTokens:
    """What a server has given an app that acts for somebody."""

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    ends: float
    """When the access token ends, in seconds since 1970."""
    client_id: str = COMMAND_LINE
    client_secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """A code, to be typed on a page of the server by whoever shall be acted for."""

    user_code: str
    page: str
    link: str
    """The page with the code filled in."""
    expires_in: float


def device_login(
    url: str,
    show: Callable[[DeviceCode], object],
    *,
    scopes: Sequence[str],
    client_id: str = COMMAND_LINE,
    client_secret: str | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> AppTokens:
    """Show a code, wait until it was typed, and return the tokens.

    Raises `LoginRefusedError` if somebody says no, or nobody says anything in time, and
    `ConnectionFailedError`.
    """
    app = AppTokens("", "", 0.0, client_id, client_secret)
    with httpx.Client(timeout=TIMEOUT) as http:
        asked = form(f"{url}/oauth/device-authorization", {"scope": " ".join(scopes)}, app)
        needed = ("device_code", "user_code", "verification_uri", "expires_in")
        begun = _members(_send(http, asked), *needed)
        code = DeviceCode(
            user_code=str(begun["user_code"]),
            page=str(begun["verification_uri"]),
            link=str(begun.get("verification_uri_complete", begun["verification_uri"])),
            expires_in=float(begun["expires_in"]),
        )
        show(code)
        pause = float(begun.get("interval", 5))
        fields = {"grant_type": DEVICE_GRANT, "device_code": str(begun["device_code"])}
        until = time.monotonic() + code.expires_in
        while time.monotonic() < until:
            sleep(pause)
            answer = _send(http, form(f"{url}/oauth/token", fields, app))
            if answer.is_success:
                return tokens_in(answer, app)
            match _error(answer):
                case "authorization_pending":
                    pass
                case "slow_down":
                    pause += SLOWER
                case _:
                    raise _refusal(answer)
    raise LoginRefusedError(_problem("expired_token", "Nobody has typed the code in time."))


def give_back(url: str, tokens: AppTokens) -> None:
    """Have the server take back what it has given. Raises `ConnectionFailedError`."""
    with httpx.Client(timeout=TIMEOUT) as http:
        _send(http, form(f"{url}/oauth/revoke", {"token": tokens.refresh}, tokens))


def form(url: str, fields: Mapping[str, str], app: AppTokens) -> httpx.Request:
    """Write a request of an app down."""
    body = {**fields, "client_id": app.client_id}
    if app.client_secret is not None:
        body["client_secret"] = app.client_secret
    timeout = httpx.Timeout(TIMEOUT).as_dict()
    return httpx.Request("POST", url, data=body, extensions={"timeout": timeout})


def tokens_in(answer: httpx.Response, before: AppTokens) -> AppTokens:
    """Read a pair of tokens. Raises `LoginRefusedError`."""
    found = _members(answer, "access_token", "refresh_token", "expires_in")
    return replace(
        before,
        access=str(found["access_token"]),
        refresh=str(found["refresh_token"]),
        ends=time.time() + float(found["expires_in"]),
    )


def _send(http: httpx.Client, request: httpx.Request) -> httpx.Response:
    try:
        return http.send(request)
    except httpx.HTTPError as error:
        detail = f"No answer from {request.url.host}: {error}"
        raise ConnectionFailedError(_problem("connection_failed", detail)) from None


def _members(answer: httpx.Response, *needed: str) -> dict[str, Any]:
    """Read an answer that has these members; whatever answers can be anything."""
    try:
        found = answer.json() if answer.is_success else None
    except (RecursionError, ValueError):
        found = None
    if not isinstance(found, dict) or not set(needed) <= set(cast("dict[str, Any]", found)):
        raise _refusal(answer)
    return cast("dict[str, Any]", found)


def _error(answer: httpx.Response) -> str:
    try:
        return str(answer.json().get("error", ""))
    except (RecursionError, ValueError, AttributeError):
        return ""


_SAID = {
    "access_denied": "Whoever typed the code said no.",
    "expired_token": "Nobody has typed the code in time.",
}


def _refusal(answer: httpx.Response) -> LoginRefusedError:
    code = _error(answer) or f"status {answer.status_code}"
    return LoginRefusedError(_problem(code, _SAID.get(code, f"The server says: {code}.")))


def _problem(code: str, detail: str) -> Problem:
    return Problem(code=code, title="No log-in", detail=detail, retryable=False)
