"""The only place that knows status codes: from an exception to a problem document (RFC 9457)."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.api.inputs import UnknownFieldError
from accounts.errors import (
    AccountError,
    AccountSanctionedError,
    InsufficientScopeError,
    ScopeNotEligibleError,
    TryLaterError,
)
from accounts.times import time_text
from accounts.traces import trace_of
from config.contract import BodyTooLargeError, JsonRenderer
from config.limits.refusal import RateLimitedError
from config.metrics import counting
from games.services.errors import BadRequestValueError, IncidentError, ServiceError
from games.services.moderation.errors import ReportNotApplicableError
from games.services.play_errors import DecisionClosedError, UndoImpossibleError

MEDIA_TYPE = "application/problem+json"
_log = logging.getLogger("herdbook.errors")


@dataclass(frozen=True)
class Kind:
    """What is the same for every problem with one code."""

    status: int
    title: str
    retryable: bool = False


CATALOGUE: Mapping[str, Kind] = {
    "malformed_request": Kind(400, "The request is not well formed"),
    "unknown_field": Kind(400, "The request has a field that does not exist"),
    "idempotency_not_supported": Kind(400, "This endpoint takes no Idempotency-Key"),
    "token_missing": Kind(401, "A token is needed"),
    "token_invalid": Kind(401, "The token is not valid"),
    "token_expired": Kind(401, "The token has expired"),
    "token_revoked": Kind(401, "The token was revoked"),
    "ticket_invalid": Kind(401, "The ticket opens nothing"),
    "bad_credentials": Kind(401, "Name or password is wrong"),
    "insufficient_scope": Kind(403, "The token is not for this"),
    "account_sanctioned": Kind(403, "A sanction keeps your account from this"),
    "not_seated": Kind(403, "You hold no seat of this game"),
    "casual_only": Kind(403, "Sandbox accounts play casual games only"),
    "not_invited": Kind(403, "You are not invited"),
    "blocked": Kind(403, "You are kept from this game"),
    "not_for_apps": Kind(403, "An app cannot do this for you"),
    "muted": Kind(403, "You are muted"),
    "not_your_offer": Kind(403, "The offer is another seat's"),
    "not_creator": Kind(403, "You did not make this game"),
    "forbidden": Kind(403, "This is not allowed"),
    "not_found": Kind(404, "There is no such thing"),
    "method_not_allowed": Kind(405, "The method does not exist here"),
    "name_taken": Kind(409, "The name is taken"),
    "game_over": Kind(409, "The game is over"),
    "game_not_running": Kind(409, "The game has not started"),
    "game_paused": Kind(409, "The game is paused"),
    "game_started": Kind(409, "The game has started"),
    "game_running": Kind(409, "The game is not over"),
    "game_full": Kind(409, "No seat is free"),
    "invitation_closed": Kind(409, "The invitation is closed"),
    "seat_taken": Kind(409, "The seat is taken"),
    "already_seated": Kind(409, "You hold a seat already"),
    "commitments_closed": Kind(409, "Entropy of another seat is known already"),
    "no_commitment": Kind(409, "Your seat has not committed to entropy"),
    "reveal_too_early": Kind(409, "Not every seat is held yet"),
    "pause_budget_exhausted": Kind(409, "The game cannot be paused for so long"),
    "not_paused": Kind(409, "The game is not paused"),
    "not_your_pause": Kind(409, "Somebody else has paused the game"),
    "not_away": Kind(409, "Your seat is not away"),
    "seat_not_vacated": Kind(409, "The seat has not been left"),
    "already_offered": Kind(409, "The seat is on offer already"),
    "cards_seen": Kind(409, "You have seen the hidden cards"),
    "offers_exhausted": Kind(409, "The seat has made all its offers"),
    "not_offered": Kind(409, "The seat is not on offer"),
    "rated_game": Kind(409, "The game is rated"),
    "seat_resigned": Kind(409, "Your seat has resigned"),
    "undo_impossible": Kind(409, "The undo cannot be had"),
    "decision_already_made": Kind(409, "The decision was answered with another move"),
    "decision_expired": Kind(409, "The decision has expired"),
    "decision_closed": Kind(409, "The decision was closed by something else"),
    "not_your_decision": Kind(409, "You do not owe this decision"),
    "plan_out_of_sync": Kind(409, "The game has gone on since the plan was made"),
    "vacation_running": Kind(409, "You are on vacation"),
    "vacation_balance_exhausted": Kind(409, "You have not so much vacation left"),
    "sanction_over": Kind(409, "The sanction is over"),
    "appeal_open": Kind(409, "Your appeal waits for its answer"),
    "nothing_to_confirm": Kind(409, "No address of yours waits to be confirmed"),
    "no_mail": Kind(409, "This server sends no mails"),
    "not_private": Kind(409, "The game is open to everybody"),
    "too_many_webhooks": Kind(409, "You have as many webhooks as there may be"),
    "too_many_apps": Kind(409, "You have as many apps as there may be"),
    "public_app": Kind(409, "A public app has no secret"),
    "webhook_disabled": Kind(409, "The webhook is disabled"),
    "rules_not_installed": Kind(409, "The rules of the game are not installed"),
    "cursor_expired": Kind(410, "The feed is not kept that far back"),
    "body_too_large": Kind(413, "The body is too large"),
    "unsupported_media_type": Kind(415, "Only application/json is read"),
    "invalid_request": Kind(422, "A value is missing or cannot be used"),
    "wrong_password": Kind(422, "This is not your password"),
    "code_invalid": Kind(422, "The code opens nothing"),
    "report_not_applicable": Kind(422, "This cannot be reported"),
    "scope_not_eligible": Kind(422, "The token cannot have this scope"),
    "bad_options": Kind(422, "An option of the game cannot be used"),
    "bad_plan": Kind(422, "The standing orders cannot be followed"),
    "bad_replay": Kind(422, "No game can be played from this file"),
    "bad_seats": Kind(422, "The seats cannot be used"),
    "decision_required": Kind(422, "The move must name its decision"),
    "decision_not_allowed": Kind(422, "A free move answers no decision"),
    "wrong_entropy": Kind(422, "The entropy does not fit its commitment"),
    "illegal_move": Kind(422, "The rules do not allow this move"),
    "malformed_move": Kind(422, "The text is not a move of this game"),
    "idempotency_key_reused": Kind(422, "The Idempotency-Key belongs to another request"),
    "rate_limited": Kind(429, "Too many requests", retryable=True),
    "too_many_streams": Kind(429, "Too many streams are open", retryable=True),
    "internal_error": Kind(500, "Something went wrong on our side", retryable=True),
    "game_incident": Kind(500, "The game is paused, for something in it went wrong"),
    "busy": Kind(503, "The game is changing too fast", retryable=True),
    "unavailable": Kind(503, "The server is not ready", retryable=True),
}
"""Every code there is, as `GET /errors` lists them."""


@dataclass(frozen=True)
class Problem:
    """One refusal, before it is tied to a request."""

    code: str
    detail: str
    members: Mapping[str, Any]
    headers: Mapping[str, str]

    @classmethod
    def of(cls, code: str, detail: str, **members: Any) -> "Problem":
        """Build a problem with a code of the catalogue."""
        headers = {}
        if CATALOGUE[code].status == 401:  # noqa: PLR2004 - RFC 9110 demands the header with it
            headers["WWW-Authenticate"] = f'Bearer error="{code}"'
        if CATALOGUE[code].status in {429, 503}:
            headers["Retry-After"] = "1"
        return cls(code, detail, members, headers)

    def body(self, request_id: str) -> dict[str, Any]:
        """Return the document."""
        kind = CATALOGUE[self.code]
        return {
            "type": f"/api/v1/errors#{self.code}",
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
            "code": self.code,
            "request_id": request_id,
            "retryable": kind.retryable,
            **self.members,
        }


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response:
    """Answer an exception that left a view; DRF calls this."""
    request_id = context["request"].META.get("herdbook.request_id", "")
    problem = describe(error)
    if problem is None:
        _log.error("request=%s failed: %s", request_id, trace_of(error))
        problem = Problem.of("internal_error", f"This was logged as {request_id}.")
    counting.refused(problem.code)
    return Response(
        problem.body(request_id),
        status=CATALOGUE[problem.code].status,
        headers=dict(problem.headers),
        content_type=MEDIA_TYPE,
    )


def plain_problem(request: HttpRequest, code: str, detail: str) -> HttpResponse:
    """Answer outside of any view of the API."""
    problem = Problem.of(code, detail)
    counting.refused(code)
    body = problem.body(request.META.get("herdbook.request_id", ""))
    return HttpResponse(
        JsonRenderer().render(body),
        status=CATALOGUE[code].status,
        content_type=MEDIA_TYPE,
        headers={"Cache-Control": "no-store", **problem.headers},
    )


def describe(error: Exception) -> Problem | None:
    """Return what a refusal looks like to a client, or None for what is no refusal."""
    match error:
        case ServiceError():
            return _of_service(error)
        case AccountError():
            return _of_account(error)
        case RateLimitedError():
            problem = Problem.of(error.code, str(error), violated=error.violated, **error.also)
            return replace(problem, headers={"Retry-After": str(error.retry_after)})
        case UnknownFieldError():
            return Problem.of(error.code, str(error))
        case exceptions.APIException() | Http404() | PermissionDenied() | SuspiciousOperation():
            return _of_framework(error)
        case OperationalError() | InterfaceError():
            _log.warning("the database does not answer: %s", type(error).__name__)
            return Problem.of("unavailable", "The database does not answer. Try again.")
        case _:
            return None


def _of_account(error: AccountError) -> Problem:
    members: dict[str, Any] = {}
    match error:
        case InsufficientScopeError():
            members = {"required_scopes": error.required, "granted_scopes": error.granted}
        case AccountSanctionedError():
            ends_at = time_text(error.ends_at)
            members = {"sanction": {"kind": error.kind, "ends_at": ends_at}}
        case ScopeNotEligibleError():
            members = {"refused_scopes": error.refused, "eligible_scopes": error.eligible}
        case _:
            pass
    problem = Problem.of(error.code, str(error), **members)
    if isinstance(error, TryLaterError):
        return replace(problem, headers={"Retry-After": str(error.seconds)})
    return problem


def _of_service(error: ServiceError) -> Problem:
    members: dict[str, Any] = {}
    if isinstance(error, BadRequestValueError):
        members["errors"] = [{"pointer": error.pointer, "code": error.code, "detail": str(error)}]
    if isinstance(error, DecisionClosedError):
        members["closed_by"] = error.closed_by
    if isinstance(error, UndoImpossibleError | ReportNotApplicableError):
        members["reason"] = error.reason
    if isinstance(error, IncidentError):
        members["incident"] = error.incident
    if error.version is not None:
        members |= {"version": error.version, "decision": error.decision}
    return Problem.of(error.code, str(error), **members)


_FRAMEWORK_CODES = {
    400: "malformed_request",
    401: "token_missing",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
    429: "rate_limited",
}


def _of_framework(error: Exception) -> Problem | None:
    match error:
        case Http404():
            error = exceptions.NotFound()
        case PermissionDenied():
            error = exceptions.PermissionDenied()
        case RequestDataTooBig():
            error = BodyTooLargeError()
        case SuspiciousOperation():
            error = exceptions.ParseError("The request is not well formed.")
        case _:
            pass
    assert isinstance(error, exceptions.APIException)
    if isinstance(error, exceptions.ValidationError):
        errors = list(_fields(error.detail, ""))
        return Problem.of("invalid_request", errors[0]["detail"], errors=errors)
    code = _FRAMEWORK_CODES.get(error.status_code)
    if code is None:
        return None
    detail = "There is nothing here." if code == "not_found" else str(error.detail)
    return Problem.of(code, detail)


def _fields(detail: Any, pointer: str) -> Iterator[dict[str, str]]:
    """Yield one entry per bad value, with a JSON pointer to it."""
    match detail:
        case dict():
            for name, inner in detail.items():
                own = pointer if name == "non_field_errors" else f"{pointer}/{name}"
                yield from _fields(inner, own)
        case list():
            for place, inner in enumerate(detail):
                nested = isinstance(inner, dict | list)
                yield from _fields(inner, f"{pointer}/{place}" if nested else pointer)
        case _:
            code = getattr(detail, "code", None) or "invalid"
            yield {"pointer": pointer, "code": str(code), "detail": str(detail)}
