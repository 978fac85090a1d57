"""The catalogue of codes: every refusal there is has its place in it."""

from itertools import chain
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent
from django.http import Http404
from rest_framework import exceptions

import accounts.api.base
import accounts.api.inputs
import accounts.errors
import games.services.errors
import games.services.moderation.errors
import games.services.play_errors
import games.services.seat_errors
from config.errors import CATALOGUE, Problem, describe

MODULES = (
    accounts.errors,
    accounts.api.base,
    accounts.api.inputs,
    games.services.errors,
    games.services.moderation.errors,
    games.services.play_errors,
    games.services.seat_errors,
)
BASES = {"AccountError", "TokenError", "ServiceError", "ConflictError"}
"""Never raised themselves."""
OF_THE_CLOCK = {"NothingDueError"}
"""Raised to no client."""
STATUS = {
    400: "malformed_request unknown_field idempotency_not_supported",
    401: "token_missing token_invalid token_expired token_revoked bad_credentials ticket_invalid",
    403: "insufficient_scope not_seated casual_only not_invited blocked not_creator forbidden"
    " muted not_your_offer account_sanctioned not_for_apps",
    404: "not_found",
    405: "method_not_allowed",
    409: "name_taken game_over game_not_running game_started game_running game_full seat_taken already_seated"
    " not_away seat_resigned decision_already_made decision_expired decision_closed"
    " not_your_decision invitation_closed nothing_to_confirm no_mail not_private rules_not_installed"
    " commitments_closed no_commitment reveal_too_early game_paused pause_budget_exhausted"
    " not_paused not_your_pause seat_not_vacated already_offered offers_exhausted not_offered rated_game"
    " cards_seen undo_impossible plan_out_of_sync vacation_running vacation_balance_exhausted"
    " too_many_webhooks webhook_disabled sanction_over appeal_open too_many_apps public_app",
    410: "cursor_expired",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "invalid_request wrong_password code_invalid report_not_applicable scope_not_eligible bad_options bad_replay bad_seats wrong_entropy decision_required"
    " decision_not_allowed illegal_move malformed_move idempotency_key_reused bad_plan",
    429: "rate_limited too_many_streams",
    500: "internal_error game_incident",
    503: "busy unavailable",
}
"""As api.md has them, written down once more."""


def _errors():
    for module in MODULES:
        for name, found in vars(module).items():
            is_error = isinstance(found, type) and issubclass(found, Exception)
            if (
                is_error
                and found.__module__ == module.__name__
                and name not in BASES | OF_THE_CLOCK
            ):
                yield found


@pytest.mark.parametrize("error", list(_errors()), ids=lambda error: error.__name__)
def test_every_refusal_has_a_code_of_the_catalogue(error):
    assert getattr(error, "code", "") in CATALOGUE


def test_every_code_has_the_status_of_the_contract():
    wanted = {code: status for status, codes in STATUS.items() for code in codes.split()}
    assert {code: kind.status for code, kind in CATALOGUE.items()} == wanted


def test_no_failure_of_ours_looks_like_the_client_s():
    """S53"""
    for code in ("internal_error", "busy", "unavailable"):
        assert CATALOGUE[code].status >= 500
        assert CATALOGUE[code].retryable
    assert describe(RuntimeError("of ours")) is None
    assert describe(KeyError("of ours")) is None


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Http404(), "not_found"),
        (PermissionDenied(), "forbidden"),
        (RequestDataTooBig(), "body_too_large"),
        (TooManyFieldsSent(), "malformed_request"),
        (exceptions.NotFound(), "not_found"),
        (exceptions.MethodNotAllowed("FOO"), "method_not_allowed"),
        (exceptions.UnsupportedMediaType("text/xml"), "unsupported_media_type"),
        (exceptions.ParseError(), "malformed_request"),
        (exceptions.Throttled(), "rate_limited"),
        (exceptions.NotAuthenticated(), "token_missing"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value,
)
def test_what_the_framework_refuses_has_a_code_too(error, code):
    found = describe(error)
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_document_has_all_members(code):
    problem = Problem.of(code, "Because.", version=3)
    body = problem.body("the-id")
    assert set(body) == {
        *("type", "title", "status", "detail", "code", "request_id", "retryable"),
        "version",
    }
    assert body["type"] == f"/api/v1/errors#{code}"
    status = CATALOGUE[code].status
    assert ("WWW-Authenticate" in problem.headers) is (status == 401)
    assert ("Retry-After" in problem.headers) is (status in {429, 503})


def test_validation_errors_become_pointers():
    detail: Any = {"a": ["x"], "b": {0: {"c": ["y"]}, 1: {"non_field_errors": ["z"]}}}
    found = describe(exceptions.ValidationError(detail))
    assert found is not None
    assert [one["pointer"] for one in found.members["errors"]] == ["/a", "/b/0/c", "/b/1"]
    assert set(chain.from_iterable(found.members["errors"])) == {"pointer", "code", "detail"}
