"""Pages of every origin may use the API, and nothing of theirs but the token opens anything."""

import pytest
from django.test import Client

from tests.cast import Caller, problem

ORIGIN = {"Origin": "https://cards.example"}
ALLOWED = {
    "authorization",
    "content-type",
    "idempotency-key",
    "prefer",
    "if-none-match",
    "last-event-id",
}
EXPOSED = {
    "etag",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "request-id",
    "idempotency-replayed",
    "preference-applied",
}


def words(header: str) -> set[str]:
    return {word.strip().lower() for word in header.split(",")}


def assert_readable(response) -> None:
    """Assert that a page of another origin may read this answer."""
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    assert words(response["Access-Control-Expose-Headers"]) >= EXPOSED


@pytest.mark.parametrize("path", ["/games", "/games/x/moves", "/nowhere", "/health/live", ""])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_preflights_need_no_token_and_no_database(path, method):
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "prefer"}
    response = Caller().request("OPTIONS", path, headers={**ORIGIN, **asked})
    assert response.status_code == 200
    assert_readable(response)
    assert words(response["Access-Control-Allow-Headers"]) == ALLOWED
    assert method in response["Access-Control-Allow-Methods"]
    assert int(response["Access-Control-Max-Age"]) >= 3600


def test_preflights_cost_nothing(settings):
    """A page asks once for each path; a page that plays must not use up its address with that."""
    settings.HERDBOOK_LIMITS, settings.HERDBOOK_LIMIT_ANONYMOUS = True, 1
    caller = Caller(client=Client(REMOTE_ADDR="2001:db8:c0::1"))
    for _ in range(5):
        asked = {"Access-Control-Request-Method": "POST"}
        response = caller.request("OPTIONS", "/games/x/moves", headers={**ORIGIN, **asked})
        assert response.status_code == 200
        assert response["RateLimit"].startswith('"anonymous";r=1;t=')


def test_answers_may_be_read(alice):
    for path in ("/games", "/me/turns", "/errors"):
        assert_readable(alice.get(path, **ORIGIN))


def test_refusals_may_be_read_as_well(alice, database, settings):
    nobody = Caller(client=Client(REMOTE_ADDR="2001:db8:c1::1"))
    for response, status, code in (
        (nobody.get("/me/turns", **ORIGIN), 401, "token_missing"),
        (nobody.get("/me/turns", Authorization="Bearer x", **ORIGIN), 401, "token_invalid"),
        (nobody.get("/nowhere", **ORIGIN), 404, "not_found"),
        (nobody.request("DELETE", "/games", headers=ORIGIN), 405, "method_not_allowed"),
        (
            alice.request("POST", "/games", raw=b"{" + b" " * 16_384 + b"}", headers=ORIGIN),
            413,
            "body_too_large",
        ),
        (
            alice.request("POST", "/games", raw=b"a", content_type="text/x", headers=ORIGIN),
            415,
            "unsupported_media_type",
        ),
    ):
        problem(response, status, code)
        assert_readable(response)
    settings.ALLOWED_HOSTS = ["testserver"]
    response = nobody.get("/games", Host="no such host!", **ORIGIN)
    problem(response, 400, "malformed_request")
    assert_readable(response)
    settings.HERDBOOK_LIMITS, settings.HERDBOOK_LIMIT_ANONYMOUS = True, 1
    nobody.get("/nowhere")
    for path in ("/nowhere", "/errors"):
        response = nobody.get(path, **ORIGIN)
        problem(response, 429, "rate_limited")
        assert_readable(response)


@pytest.mark.parametrize("path", ["/", "/admin/login/", "/apis", "/elsewhere"])
def test_nothing_but_the_api_may_be_read(path, database):
    response = Client().get(path, headers=ORIGIN)
    assert "Access-Control-Allow-Origin" not in response
