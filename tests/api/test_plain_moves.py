"""A plain move passes the framework by (api.md 1, 5): no answer tells which way it came."""

import json

import pytest
from django.db import connection

from config.log_lines import request_id
from config.plain import _AROUND
from tests.cast import problem
from tests.tables import seated

LONG_WAY = "application/json; charset=utf-8"
_OF_ITS_OWN = {"server_now", "request_id"}


def _shown(response):
    body = response.json()
    seen = body.get("game", body)
    fields = {name: value for name, value in response.items() if name != "Request-Id"}
    fields.pop("Content-Length", None)
    told = {name: value for name, value in seen.items() if name not in _OF_ITS_OWN}
    return response.status_code, fields, body.get("events"), told


def _both_ways(caller, path, asked, **headers):
    raw = json.dumps(asked).encode()
    plain = caller.request("POST", path, raw=raw, headers=headers)
    long = caller.request("POST", path, raw=raw, content_type=LONG_WAY, headers=headers)
    return _shown(plain), _shown(long)


def test_a_copy_and_every_refusal_look_alike_on_both_ways(alice, bob, mallory):
    game = seated(alice, bob)
    path, decision = f"/games/{game}/moves", alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    for caller, wrong in ((alice, {"move": "moo"}), (alice, {"decision": "x"}), (mallory, {})):
        plain, long = _both_ways(caller, path, asked | wrong)
        assert plain == long
    assert alice.post(path, asked).status_code == 201
    plain, long = _both_ways(alice, path, asked, Origin="https://elsewhere.example")
    assert plain == long
    assert plain[0] == 200
    plain, long = _both_ways(alice, "/games/0/moves", asked)
    assert plain == long
    bad = {"Authorization": f"Bearer {alice.token[:-1]}x"}
    plain, long = _both_ways(alice, path, asked, **bad)
    assert plain == long
    assert plain[0] == 401


def test_the_first_answer_has_the_same_fields_on_both_ways(alice, bob):
    game = seated(alice, bob)
    path, answers = f"/games/{game}/moves", []
    for caller, content_type in ((alice, "application/json"), (bob, LONG_WAY)):
        decision = caller.view(game)["decision"]
        asked = {"move": decision["legal_moves"][0], "decision": decision["id"]}
        raw = json.dumps(asked).encode()
        answers.append(caller.request("POST", path, raw=raw, content_type=content_type))
    plain, long = answers
    assert plain.status_code == long.status_code == 201
    assert _shown(plain)[1] == _shown(long)[1]
    assert set(plain.json()["game"]) == set(long.json()["game"])


@pytest.mark.parametrize(
    "body",
    [
        b'{"move": "a", "decision": "b", "move": "a"}',
        b'{"move": "a", "move": "b"}',
        b'{"move": "a", "decision": "b", "more": "c"}',
        b'{"move": "a", "decision": "\\u0000"}',
        b'{"move": "a", "decision": "\\ud800"}',
        b'{"move": "a", "decision": "\x01"}',
        b'{"move": "a", "decision": "\xff"}',
        b'{"move": "a", "decision": "b"} {}',
        b'{"move": "a", "decision": "b",}',
        b'{"move": "a",\x0c"decision": "b"}',
        b'\xef\xbb\xbf{"move": "a", "decision": "b"}',
    ],
)
def test_what_is_not_plain_is_refused_by_who_reads_strictly(alice, bob, body):
    path = f"/games/{seated(alice, bob)}/moves"
    response = alice.request("POST", path, raw=body)
    assert response.status_code == 400
    assert response.json()["code"] in {"malformed_request", "unknown_field"}


def test_a_move_with_a_query_is_refused(alice, bob):
    game = seated(alice, bob)
    asked = {"decision": alice.view(game)["decision"]["id"], "move": "take"}
    problem(alice.post(f"/games/{game}/moves?colour=red", asked), 400, "unknown_field")


_OF_PAGES = {
    "config.plain.PlainMovesMiddleware",
    "config.middleware.SecretAddressMiddleware",
    "config.pages.PageFiles",
    "config.pages.PageSessions",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.pages.PageAccounts",
    "config.pages.PageFactors",
    "config.limits.oauth.OAuthLimitsMiddleware",
    "config.pages.PageMessages",
    "accounts.dashboard.headers.DashboardHeaders",
}
"""What does nothing for a move: whoever adds to it has to know that of what they add."""


def test_the_short_way_has_all_that_stands_around_a_call_in_its_order(settings):
    around = [f"{one.__module__}.{one.__qualname__}" for one in _AROUND]
    assert around == [name for name in settings.MIDDLEWARE if name not in _OF_PAGES]


def test_what_is_said_around_an_answer_is_there_on_both_ways(alice, bob, settings):
    settings.HERDBOOK_LIMITS = True
    settings.ALLOWED_HOSTS = ["testserver"]
    game = seated(alice, bob)
    path, answers = f"/games/{game}/moves", []
    told = {"Origin": "https://elsewhere.example", "Request-Id": "of-mine"}
    for caller, content_type in ((alice, "application/json"), (bob, LONG_WAY)):
        decision = caller.view(game)["decision"]
        raw = json.dumps({"move": decision["legal_moves"][0], "decision": decision["id"]}).encode()

        def send(host, caller=caller, raw=raw, content_type=content_type):
            headers = told | {"Host": host}
            return caller.request("POST", path, raw=raw, content_type=content_type, headers=headers)

        assert send("elsewhere.example").status_code == 400
        answers.append(send("testserver"))
    assert [answer.status_code for answer in answers] == [201, 201]
    plain, long = answers
    assert set(plain.headers) == set(long.headers) >= {"RateLimit", "RateLimit-Policy"}
    for name in set(plain.headers) - {"RateLimit", "Content-Length"}:
        assert plain.headers[name] == long.headers[name]
    assert plain.headers["Access-Control-Allow-Origin"] == "*"
    assert plain.headers["Request-Id"] == "of-mine"


def test_a_refused_move_has_one_request_id_on_its_whole_way(alice, bob):
    game, seen = seated(alice, bob), set()

    def note(execute, *statement):
        seen.add(request_id.get())
        return execute(*statement)

    with connection.execute_wrapper(note):
        decision = alice.view(game)["decision"]["id"]
        seen.clear()
        refused = alice.post(f"/games/{game}/moves", {"decision": decision, "move": "moo"})
    assert refused.status_code == 422
    assert seen == {refused["Request-Id"]}
