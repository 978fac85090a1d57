"""POST /bots and POST /bots/{name}/tokens: child accounts, and what they act with."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from tests.accounts.keys import key_for
from tests.accounts.people import bot_player, fresh_name, open_bot, open_person
from tests.cast import Caller, problem
from tests.tables import seated

FIELDS = {
    "name",
    "display_name",
    "kind",
    "owner",
    "created_at",
    "description",
    "accepts",
    "disabled",
}


def test_a_bot_is_marked_as_one_and_as_whose(database):
    ann, name = open_person(), fresh_name("bot")
    response = ann.post("/bots", {"name": name, "description": "Plays.", "accepts": "nobody"})
    assert response.status_code == 201
    made = response.json()
    assert set(made) == FIELDS
    assert made["kind"] == "bot"
    assert made["owner"] == ann.name
    assert made["accepts"] == "nobody"
    assert made["disabled"] is False
    assert ann.get(f"/bots/{name}").json() == made


def test_its_tokens_play_and_its_seat_is_a_bot_s(database, bob):
    ann = open_person()
    bot = bot_player(ann, open_bot(ann))
    game = seated(bob, bot)
    seat = bob.view(game)["seats"][1]
    assert (seat["kind"], seat["name"]) == ("bot", bot.name)


def test_a_token_of_a_bot_is_shown_once(database):
    ann = open_person()
    name = open_bot(ann)
    response = ann.post(f"/bots/{name}/tokens", {"label": "x", "scopes": ["games:read"]})
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    made = response.json()
    assert made["account"] == name
    assert Caller(token=made["token"]).get("/me/turns").status_code == 200


@pytest.mark.parametrize("scope", ["account:write", "bots:manage", "reports:write"])
def test_a_bot_can_have_no_scope_that_its_owner_answers_for(database, scope):
    ann = open_person()
    body = {"label": "x", "scopes": ["games:read", scope]}
    answer = problem(ann.post(f"/bots/{open_bot(ann)}/tokens", body), 422, "scope_not_eligible")
    assert answer["refused_scopes"] == [scope]
    assert scope not in answer["eligible_scopes"]


def test_managing_a_bot_is_all_it_takes_to_give_it_a_token(database):
    key = key_for(open_person(), "bots:manage")
    bot = bot_player(key, open_bot(key))
    assert bot.get("/me/turns").status_code == 200


def test_another_s_bot_is_like_none(database):
    ann, ben = open_person(), open_person()
    name = open_bot(ann)
    body = {"label": "x", "scopes": ["games:read"]}
    known, unknown = (
        ben.request("POST", f"/bots/{one}/tokens", body, headers={"Request-Id": "the-same"})
        for one in (name, fresh_name("bot"))
    )
    problem(known, 404, "not_found")
    assert known.content == unknown.content


def test_all_accounts_share_their_names(database):
    ann, ben = open_person(), open_person()
    name = open_bot(ann)
    for owner in (ann, ben):
        problem(owner.post("/bots", {"name": name}), 409, "name_taken")
    problem(ann.post("/bots", {"name": ann.name}), 409, "name_taken")


@pytest.mark.parametrize("name", ["me", "house-bot", "sandbox-bot", "gone-bot", "B", ""])
def test_a_bot_has_no_name_that_nobody_can_have(database, name):
    body = problem(open_person().post("/bots", {"name": name}), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/name"]


def test_values_that_cannot_be_used(database):
    ann = open_person()
    for field, value in (("description", "x" * 281), ("accepts", "friends"), ("accepts", None)):
        body = problem(
            ann.post("/bots", {"name": fresh_name(), field: value}), 422, "invalid_request"
        )
        assert [error["pointer"] for error in body["errors"]] == [f"/{field}"]


def test_a_key_makes_it_repeatable(database):
    ann, body = open_person(), {"name": fresh_name("bot"), "description": "x"}
    first = ann.post("/bots", body, Idempotency_Key="one")
    again = ann.post("/bots", dict(reversed(body.items())), Idempotency_Key="one")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again["Idempotency-Replayed"] == "true"
    assert first.json() == again.json()
    other = ann.post("/bots", {"name": fresh_name("bot")}, Idempotency_Key="one")
    problem(other, 422, "idempotency_key_reused")


def test_a_refused_request_leaves_its_key_unused(database):
    ann, taken = open_person(), open_person().name
    problem(ann.post("/bots", {"name": taken}, Idempotency_Key="one"), 409, "name_taken")
    made = ann.post("/bots", {"name": fresh_name("bot")}, Idempotency_Key="one")
    assert made.status_code == 201


def test_a_key_is_good_for_a_day(database, clock):
    ann = open_person()
    for _ in range(2):
        made = ann.post("/bots", {"name": fresh_name("bot")}, Idempotency_Key="one")
        assert made.status_code == 201
        clock.advance(25 * 3600)


def test_of_copies_at_once_one_makes_it(database):
    ann, body = open_person(), {"name": fresh_name("bot")}

    def ask(_):
        try:
            return Caller(token=ann.token).post("/bots", body, Idempotency_Key="one").status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(ask, range(4))) == [200, 200, 200, 201]


def test_a_token_takes_no_key(database):
    ann = open_person()
    body = {"label": "x", "scopes": ["games:read"]}
    response = ann.post(f"/bots/{open_bot(ann)}/tokens", body, Idempotency_Key="one")
    problem(response, 400, "idempotency_not_supported")


def test_bots_and_sandboxes_have_no_bots(database, alice):
    ann = open_person()
    for caller in (alice, bot_player(ann, open_bot(ann))):
        problem(caller.post("/bots", {"name": fresh_name()}), 403, "insufficient_scope")
