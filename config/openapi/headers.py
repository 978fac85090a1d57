"""Header fields of requests and responses."""

from typing import Any

from accounts.api.base import ApiView
from accounts.api.describing import Key, Operation

Header = dict[str, Any]


def _text(description: str, *, always: bool = False, **schema: Any) -> Header:
    return {
        "description": description,
        "required": always,
        "schema": {"type": "string", **schema},
    }


COMPONENTS: dict[str, Header] = {
    "Request-Id": _text("The id of this request, in our logs too.", always=True),
    "RateLimit-Policy": _text("The policies that apply: name, quota `q`, window `w` in seconds."),
    "RateLimit": _text("How you stand with each: name, remaining `r`, reset `t` in seconds."),
    "Retry-After": _text("Seconds.", always=True, pattern="^[0-9]+$"),
    "WWW-Authenticate": _text("`Bearer`, with the code.", always=True, pattern="^Bearer"),
    "ETag": _text("Changes with all that this viewer may see.", always=True, pattern='^W/"'),
    "Idempotency-Replayed": _text(
        "`true`: the answer to an earlier copy of the request.", const="true"
    ),
    "Preference-Applied": _text("What was done of `Prefer`."),
    "Deprecation": _text("Since when nobody should begin to use this (RFC 9745)."),
    "Sunset": _text("From when on it may be gone (RFC 8594)."),
    "Link": _text("Where to read what to use instead."),
}
_ALL = ("Request-Id", "RateLimit-Policy", "RateLimit")
_SAYS_WHEN = frozenset({429, 503})
_UNAUTHORIZED, _NOT_MODIFIED, _FIRST_PROBLEM = 401, 304, 400


def of_response(view: ApiView, operation: Operation, status: int) -> dict[str, Any]:
    """Return the header fields of one status."""
    names = list(_ALL)
    if status < _FIRST_PROBLEM:
        if operation.tagged:
            names.append("ETag")
        if operation.waits:
            names.append("Preference-Applied")
        if operation.key is Key.TAKEN and status == 200:  # noqa: PLR2004 - a copy's answer
            names.append("Idempotency-Replayed")
    if status == _UNAUTHORIZED:
        names.append("WWW-Authenticate")
    if status in _SAYS_WHEN:
        names.append("Retry-After")
    if view.deprecated is not None:
        names += ["Deprecation", "Sunset", "Link"]
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def of_request(operation: Operation) -> list[dict[str, Any]]:
    """Return the header fields that the endpoint looks at, beside those of every request."""
    found = []
    if operation.key is Key.TAKEN:
        found.append(
            _parameter(
                "Idempotency-Key",
                "Makes it safe to send the request again: 1 to 64 visible ASCII characters.",
                pattern=r"^[\x21-\x7e]{1,64}$",
            )
        )
    if operation.tagged:
        found.append(_parameter("If-None-Match", "An `ETag`: nothing new is 304."))
    if operation.waits:
        found.append(
            _parameter(
                "Prefer",
                "`wait=N`: wait up to N seconds for news, at most 60.",
                examples=["wait=30"],
            )
        )
    return found


def of_stream(cursor_form: str) -> dict[str, Any]:
    """Return the header field with which a browser goes on with a stream."""
    text = "The `id` of the last frame: the stream goes on behind it."
    return _parameter("Last-Event-ID", text, pattern=cursor_form)


def _parameter(name: str, description: str, **schema: Any) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "description": description,
        "schema": {"type": "string", **schema},
    }
