"""Nothing that the document does not promise gets past the tests (A13)."""

import json

import httpx
import pytest
from rest_framework.response import Response

from config.meta import LiveView, RootView
from games.selectors import game_view
from tests.cast import Caller
from tests.contract.document import UndocumentedError, check

HEADERS = {"Content-Type": "application/json", "Request-Id": "one"}


def answered(body=None, *, path="/api/v1/health/live", method="GET", status=200, **headers):
    content = b"" if body is None else json.dumps(body).encode()
    check(method, path, status, HEADERS | headers, content)


def refused(code, status, *, path="/api/v1/health/live", method="GET", **members):
    body = {
        "type": f"/api/v1/errors#{code}",
        "title": "No",
        "status": status,
        "detail": "No.",
        "code": code,
        "request_id": "one",
        "retryable": False,
        **members,
    }
    kind = {"Content-Type": "application/problem+json"}
    answered(body, path=path, method=method, status=status, **kind)


def test_what_is_promised_passes():
    answered({"status": "ok"})
    refused("unknown_field", 400)
    refused("not_found", 404, path="/api/v1/nowhere")
    refused("method_not_allowed", 405, method="POST")


@pytest.mark.parametrize("body", [{"status": "ok", "more": 1}, {"status": "well"}, {}, []])
def test_a_body_of_another_shape_fails(body):
    with pytest.raises(UndocumentedError):
        answered(body)


def test_a_status_that_is_not_promised_fails():
    with pytest.raises(UndocumentedError, match="no such status"):
        answered({"status": "ok"}, status=201)


def test_a_media_type_that_is_not_promised_fails():
    with pytest.raises(UndocumentedError, match="text/html"):
        check("GET", "/api/v1/health/live", 200, HEADERS | {"Content-Type": "text/html"}, b"{}")


def test_a_missing_header_field_fails():
    with pytest.raises(UndocumentedError, match="Request-Id"):
        check("GET", "/api/v1/health/live", 200, {"Content-Type": "application/json"}, b"{}")


def test_a_code_that_the_view_does_not_declare_fails():
    with pytest.raises(UndocumentedError, match="idempotency_not_supported"):
        refused("idempotency_not_supported", 400)


def test_an_unknown_member_of_a_problem_fails():
    with pytest.raises(UndocumentedError, match="cards"):
        refused("unknown_field", 400, cards=["7.2"])


def test_a_route_that_is_not_there_promises_nothing():
    with pytest.raises(UndocumentedError):
        answered({"status": "ok"}, path="/api/v1/nowhere")


def test_a_body_where_none_is_to_be_fails():
    with pytest.raises(UndocumentedError, match="a body"):
        answered({}, path="/api/v1/me", method="DELETE", status=204)


def test_an_undocumented_field_of_a_view_fails_whatever_test_meets_it(database, monkeypatch):
    monkeypatch.setattr(LiveView, "get", lambda *_: Response({"status": "ok", "more": 1}))
    with pytest.raises(UndocumentedError, match="more"):
        Caller().get("/health/live")


def test_an_undocumented_status_of_a_view_fails_whatever_test_meets_it(database, monkeypatch):
    monkeypatch.setattr(RootView, "get", lambda *_: Response(status=202))
    with pytest.raises(UndocumentedError):
        Caller().get("")


def test_answers_of_a_running_server_are_looked_at_too(live_url):
    assert httpx.get(f"{live_url}/api/v1/health/live").json() == {"status": "ok"}
    body = {"status": "ok", "more": 1}
    odd = httpx.MockTransport(lambda _: httpx.Response(200, json=body, headers=HEADERS))
    with httpx.Client(transport=odd) as client, pytest.raises(UndocumentedError, match="more"):
        client.get(f"{live_url}/api/v1/health/live")


def test_a_hidden_card_in_the_wrong_place_fails(alice, bob, monkeypatch):
    game = alice.create()["id"]
    bob.join(game)
    shown = game_view.table
    monkeypatch.setattr(
        game_view, "table", lambda *about: {**(shown(*about) or {}), "deck": ["7.2"]}
    )
    with pytest.raises(UndocumentedError, match="deck"):
        alice.get(f"/games/{game}")
