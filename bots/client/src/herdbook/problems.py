"""From an answer that is no success to the exception that tells of it.

Nothing here may fail on what it reads, and no token may survive in it: whoever answers can be
anything, and an error ends up in logs.
"""

import json
import re
from typing import Any, cast

import httpx

from herdbook.errors import FieldError, HerdbookError, Problem, UnexpectedAnswerError
from herdbook.reading import UnreadableError, read
from herdbook.retries import seconds_of
from herdbook.views import Decision

TOKEN = re.compile(r"hb[a-z]?_[A-Za-z0-9]+_[A-Za-z0-9_\-]+")
EXCERPT = 120


def error_of(response: httpx.Response, *, token: str | None, resent: bool) -> HerdbookError:
    """Make the narrowest exception for an answer outside 2xx."""
    text = redacted(response.text, token)
    members = _members(text)
    retry_after = seconds_of(response.headers.get("Retry-After"))
    code = members.get("code")
    if not isinstance(code, str):
        return unexpected(response, _not_a_problem(response, text), retry_after=retry_after)
    problem = Problem(
        code=code,
        title=_text(members.get("title")) or response.reason_phrase,
        detail=_text(members.get("detail")) or "",
        status=response.status_code,
        request_id=_text(members.get("request_id")) or response.headers.get("Request-Id"),
        retryable=members.get("retryable") is True,
        errors=_field_errors(members.get("errors")),
        version=version if isinstance(version := members.get("version"), int) else None,
        decision=_decision(members.get("decision")),
        members=members,
        retry_after=retry_after,
        resent=resent,
    )
    kind = HerdbookError.by_code.get(code) or HerdbookError.by_status.get(
        response.status_code, HerdbookError
    )
    return kind(problem)


def unexpected(
    response: httpx.Response, detail: str, *, retry_after: float | None = None
) -> UnexpectedAnswerError:
    """Complain about an answer that a Herdbook server does not give."""
    return UnexpectedAnswerError(
        Problem(
            code="unexpected_answer",
            title="Unexpected answer",
            detail=detail,
            status=response.status_code,
            request_id=response.headers.get("Request-Id"),
            retryable=response.status_code in {429, 502, 503, 504},
            retry_after=retry_after,
        )
    )


def redacted(text: str, token: str | None) -> str:
    """Blot out whatever is a token or looks like one."""
    return TOKEN.sub("hb_…", text.replace(token, "hb_…") if token else text)


def _not_a_problem(response: httpx.Response, text: str) -> str:
    status = f"{response.status_code} {response.reason_phrase}".strip()
    if response.is_redirect:
        return f"{status}: redirected to {response.headers.get('Location')}; use that URL instead."
    kind = response.headers.get("Content-Type", "no content type").partition(";")[0]
    excerpt = " ".join(text.split())
    if len(excerpt) > EXCERPT:
        excerpt = excerpt[:EXCERPT] + "…"
    said = f": {excerpt}" if excerpt else ", and nothing in it"
    return f"{status} with {kind} instead of a problem document{said}"


def _members(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (RecursionError, ValueError):
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _field_errors(value: object) -> tuple[FieldError, ...]:
    try:
        return tuple(read(FieldError, entry) for entry in cast("list[object]", value or []))
    except (UnreadableError, TypeError):
        return ()


def _decision(value: object) -> Decision | None:
    try:
        return read(Decision, value)
    except UnreadableError:
        return None
