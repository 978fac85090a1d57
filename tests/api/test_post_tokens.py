"""POST /tokens: further tokens, and logging in."""

from datetime import datetime, timedelta

import pytest

from tests.accounts.keys import key_for
from tests.accounts.people import (
    PASSWORD,
    bot_player,
    fresh_address,
    log_in,
    open_bot,
    open_person,
)
from tests.cast import Caller, problem

FIELDS = {"id", "account", "label", "scopes", "created_at", "expires_at", "last_used_at"}
ASKED = {"label": "laptop", "scopes": ["games:read", "games:play"]}


def test_a_token_makes_another_that_is_shown_once(database):
    ann = open_person()
    response = ann.post("/tokens", ASKED)
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    answer = response.json()
    assert set(answer) == FIELDS | {"token"}
    assert answer["scopes"] == ASKED["scopes"]
    assert answer["account"] == ann.name
    assert answer["expires_at"] is None
    text = answer.pop("token")
    assert Caller(token=text).get("/me/turns").status_code == 200
    listed = ann.get("/tokens").json()["items"]
    assert answer in listed
    assert text.split("_")[2] not in str(listed)


def test_name_and_password_make_one_without_a_token(database):
    ann = open_person()
    answer = log_in(ann.name, address=fresh_address()).json()
    assert answer["account"] == ann.name
    assert answer["scopes"] == ["games:read"]
    assert Caller(token=answer["token"]).get("/me/turns").status_code == 200


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(database, alice):
    ann, admin_like = open_person(), alice.name
    bot = open_bot(ann)
    answers = [
        log_in(name, password, address=fresh_address())
        for name, password in (
            (ann.name, "three cows in a raw"),
            (ann.name, ""),
            ("nobody-at-all", PASSWORD),
            ("No Name At All", PASSWORD),
            (admin_like, PASSWORD),
            (bot, "!"),
        )
        if password
    ]
    for answer in answers:
        problem(answer, 401, "bad_credentials")
        assert answer["WWW-Authenticate"].startswith("Bearer")
    bodies = [{**answer.json(), "request_id": ""} for answer in answers]
    assert all(body == bodies[0] for body in bodies)


def test_unknown_scopes_are_all_listed(database):
    """A56: also a list with the wrong separator is refused at once."""
    ann = open_person()
    asked = {**ASKED, "scopes": ["games:read", "games", "games:read games:play", ""]}
    for response in (
        ann.post("/tokens", asked),
        log_in(ann.name, address=fresh_address(), scopes=asked["scopes"]),
    ):
        body = problem(response, 422, "invalid_request")
        assert [error["pointer"] for error in body["errors"]] == [
            "/scopes/1",
            "/scopes/2",
            "/scopes/3",
        ]
        assert "'games:read games:play'" in body["errors"][1]["detail"]
        assert "games:create, account:read" in body["errors"][0]["detail"]


@pytest.mark.parametrize(
    "scopes", [None, [], {}, "games:read", [None], [["games:read"]], ["x"] * 33]
)
def test_scopes_are_a_list_of_texts(database, scopes):
    body = problem(
        open_person().post("/tokens", {**ASKED, "scopes": scopes}), 422, "invalid_request"
    )
    assert all(error["pointer"].startswith("/scopes") for error in body["errors"])


def test_a_scope_asked_for_twice_is_there_once(database):
    asked = {**ASKED, "scopes": ["games:read"] * 3}
    assert open_person().post("/tokens", asked).json()["scopes"] == ["games:read"]


def test_a_token_gives_no_more_than_it_has(database):
    ann = open_person()
    key = key_for(ann, "account:write", "games:read")
    body = problem(key.post("/tokens", ASKED), 422, "scope_not_eligible")
    assert body["refused_scopes"] == ["games:play"]
    assert body["eligible_scopes"] == ["games:read", "account:write"]
    assert key.post("/tokens", {**ASKED, "scopes": ["games:read"]}).status_code == 201


def test_a_sandbox_gets_no_more_by_any_token(alice):
    key = key_for(alice, "account:write", "bots:manage")
    body = problem(
        key.post("/tokens", {**ASKED, "scopes": ["bots:manage"]}), 422, "scope_not_eligible"
    )
    assert body["refused_scopes"] == ["bots:manage"]


def test_a_token_without_the_scope_makes_none(database, alice):
    ann = open_person()
    bot = bot_player(ann, open_bot(ann))
    for caller in (key_for(ann, "games:read", "account:read"), alice, bot):
        body = problem(caller.post("/tokens", ASKED), 403, "insufficient_scope")
        assert body["required_scopes"] == ["account:write"]


def test_a_token_can_end_by_itself(database):
    ann = open_person()
    answer = ann.post("/tokens", {**ASKED, "expires_in": 3600}).json()
    made, ends = (datetime.fromisoformat(answer[k]) for k in ("created_at", "expires_at"))
    assert ends - made == timedelta(hours=1)


def test_a_token_ends_no_later_than_the_one_that_made_it(database):
    ann = open_person()
    short = ann.post(
        "/tokens", {"label": "x", "scopes": ["account:write"], "expires_in": 60}
    ).json()
    for asked in ({}, {"expires_in": 7200}):
        body = {"label": "y", "scopes": ["account:write"], **asked}
        made = Caller(token=short["token"]).post("/tokens", body).json()
        assert made["expires_at"] == short["expires_at"]


@pytest.mark.parametrize("seconds", [0, -1, 1.5, "60", True, None, 10**10])
def test_an_end_is_a_number_of_seconds(database, seconds):
    body = problem(
        open_person().post("/tokens", {**ASKED, "expires_in": seconds}), 422, "invalid_request"
    )
    assert [error["pointer"] for error in body["errors"]] == ["/expires_in"]


def test_with_a_token_nobody_sends_a_password(database):
    ann = open_person()
    for name in ("name", "password"):
        problem(ann.post("/tokens", {**ASKED, name: "x"}), 400, "unknown_field")


def test_without_a_token_name_and_password_are_missing(database):
    body = problem(Caller().post("/tokens", ASKED), 422, "invalid_request")
    assert {error["pointer"] for error in body["errors"]} == {"/name", "/password"}


def test_it_takes_no_key(database):
    ann = open_person()
    response = ann.post("/tokens", ASKED, Idempotency_Key="k")
    problem(response, 400, "idempotency_not_supported")


def test_query_count(database, django_assert_num_queries):
    ann = open_person()
    # The token that asks; in a transaction its person locked, whether it is ended by now, the new one.
    with django_assert_num_queries(6):
        ann.post("/tokens", ASKED)
