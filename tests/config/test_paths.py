"""Paths and methods that there are not, inside the API and outside of it (A10, A11)."""

import logging
from itertools import cycle, product

import pytest
from django.test import Client

from tests.api.routes import PATHS, ROUTES, filled
from tests.cast import Caller, problem

NOWHERE = (
    "/api",
    "/api/",
    "/api/v1/",
    "/api/v2",
    "/api/v1/nowhere",
    "/api/v1/games/",
    "/api/v1//games",
    "/api/v1/games/a/b",
    "/api/v1/games//events",
    "/api/v1/mine",
    "/api/v1/me/",
    "/api/v1/../v1/games",
    "/api/v1/%00",
    "/API/V1/games",
    "/apis",
    "/v1/games",
    "/nowhere/at/all",
    "/robots.txt",
    "/%00",
    "/games.json",
    "/.env",
)
NO_GAME = ("%00", "%ff%fe", "%E2%80%AE", "x" * 5000, "..", "%2e%2e", "-", "0", "%20", "null", "%25")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO", "get")


def test_an_unknown_path_is_a_problem_for_every_method(subtests, database):
    accepts = cycle(("*/*", "text/html", "x", ""))
    for path, method in product(NOWHERE, METHODS):
        with subtests.test(f"{method} {path[:40]}"):
            response = Client().generic(method, path, headers={"Accept": next(accepts)})
            problem(response, 404, "not_found")
            assert response["Request-Id"] == response.json()["request_id"]


def test_an_odd_id_is_that_of_no_game(subtests, alice):
    for one in NO_GAME:
        for path in ("", "/events", "/replay"):
            with subtests.test(f"{one[:10]}{path}"):
                problem(alice.get(f"/games/{one}{path}"), 404, "not_found")


def test_a_method_that_is_not_there_is_405_and_says_which_are(subtests, alice):
    for path in PATHS:
        known = {route.method for route in ROUTES if route.path == path}
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"):
            if method in known:
                continue
            with subtests.test(f"{method} {path}"):
                response = alice.request(method, filled(path))
                problem(response, 405, "method_not_allowed")
                allowed = set(response["Allow"].split(", "))
                assert allowed == known | ({"HEAD"} if "GET" in known else set())


def test_a_head_request_is_answered_like_a_get(subtests, alice):
    for route in ROUTES:
        if route.method == "GET":
            with subtests.test(route.path):
                head, get = alice.request("HEAD", route.at("none")), alice.get(route.at("none"))
                assert head.status_code == get.status_code
                assert head.content == b""


@pytest.mark.parametrize("path", ["/", "/admin"])
def test_readers_are_sent_on_and_nobody_else(database, path):
    response = Client().get(path)
    assert response.status_code == 302
    assert response["Location"] in {"/api/v1", "/admin/"}
    for method in ("POST", "PUT", "TRACE", "FOO"):
        response = Client().generic(method, path)
        problem(response, 405, "method_not_allowed")
        assert response["Allow"] == "GET, HEAD"


def test_every_answer_has_a_request_id(subtests, alice):
    for path in ("", "/games", "/nowhere", "/me/turns", "/games?x=1"):
        with subtests.test(path):
            made = alice.get(path)["Request-Id"]
            assert len(made) == 32
            assert alice.get(path)["Request-Id"] != made
            assert alice.get(path, Request_Id="mine-1.2_3")["Request-Id"] == "mine-1.2_3"
            for odd in ("", "a b", "x" * 65, "ü", "a\nb"):
                assert len(alice.get(path, Request_Id=odd)["Request-Id"]) == 32


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("host", ["a b", "evil.example", "evil.example/", "[::1", "..", ""])
def test_a_bad_host_is_a_problem_too(database, host, settings, debug):
    settings.ALLOWED_HOSTS, settings.DEBUG = ["localhost"], debug
    for path in ("/api/v1/time", "/api/v1/nowhere", "/admin/"):
        body = problem(Client().get(path, headers={"Host": host}), 400, "malformed_request")
        assert "HERDBOOK_ALLOWED_HOSTS" in body["detail"]
    move = Client().post(
        f"/api/v1/games/{'0' * 8}-0000-4000-8000-{'0' * 12}/moves",
        '{"decision": "a", "move": "b"}',
        "application/json",
        headers={"Host": host, "Authorization": "Bearer hb_1_2"},
    )
    problem(move, 400, "malformed_request")


def test_a_failure_of_ours_is_500_with_an_id_that_is_in_the_log(database, caplog, monkeypatch):
    """The only reason to break our own code here: there is no input that does it."""
    from games.api import rulesets

    def broken():
        raise RuntimeError("the reason, for the log only")

    monkeypatch.setattr(rulesets, "all_rulesets", broken)
    with caplog.at_level(logging.ERROR):
        response = Caller().get("/rulesets")
    body = problem(response, 500, "internal_error")
    assert body["retryable"] is True
    assert body["request_id"] in caplog.text
    assert "the reason" in caplog.text
    assert "the reason" not in response.text
