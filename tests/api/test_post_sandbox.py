"""POST /sandbox: a throw-away bot, without sign-up."""

from datetime import datetime, timedelta

import pytest

from accounts.models import Token
from games.engine.registry import all_rulesets
from tests.cast import Caller, problem

_FIELDS = {"name", "kind", "sandbox", "created_at", "expires_at"}


def test_anybody_gets_a_bot_for_a_day(database):
    response = Caller().post("/sandbox", {"ruleset": "mow"})
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    answer = response.json()
    assert set(answer) == {"token", "account"}
    account = answer["account"]
    assert set(account) >= _FIELDS
    assert account["kind"] == "bot"
    assert account["sandbox"] is True
    assert account["name"].startswith("sandbox-")
    assert len(account["name"]) <= 24
    created, ends = (datetime.fromisoformat(account[k]) for k in ("created_at", "expires_at"))
    assert ends - created == timedelta(hours=24)
    assert account["created_at"].endswith("Z")


def test_an_empty_body_needs_no_content_type(database):
    assert Caller().request("POST", "/sandbox", content_type="").status_code == 201


def test_only_a_hash_of_the_token_is_stored(database):
    token = Caller().post("/sandbox").json()["token"]
    _, id_, secret = token.split("_")
    stored = Token.objects.get(id=id_)
    row = " ".join(str(value) for value in vars(stored).values())
    assert secret not in row
    assert bytes(stored.secret_hash).hex() not in {secret, token}


def test_the_first_move_takes_three_requests(database):
    """A54: no account, no person, no browser."""
    token = Caller().post("/sandbox").json()["token"]
    caller = Caller(token=token)
    seats = [{"kind": "me"}, {"kind": "house", "strategy": "random"}]
    game = caller.post("/games", {"ruleset": "mow", "seats": seats}).json()
    decision = game["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    assert caller.post(f"/games/{game['id']}/moves", asked).status_code == 201


def test_it_takes_no_key(database):
    response = Caller().post("/sandbox", {}, Idempotency_Key="k")
    problem(response, 400, "idempotency_not_supported")


def test_unknown_and_mistyped_fields_are_refused(database):
    problem(Caller().post("/sandbox", {"rulesets": "mow"}), 400, "unknown_field")
    body = problem(Caller().post("/sandbox", {"ruleset": 5}), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/ruleset"]


@pytest.mark.parametrize("ruleset", ["chess", "Mow", "mow ", "house-bot"])
def test_a_ruleset_there_is_not_is_refused_as_for_a_game(database, alice, ruleset):
    refused = problem(Caller().post("/sandbox", {"ruleset": ruleset}), 422, "invalid_request")
    assert [error["pointer"] for error in refused["errors"]] == ["/ruleset"]
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = alice.post("/games", {"ruleset": ruleset, "seats": seats})
    assert problem(game, 422, "invalid_request")["detail"] == refused["detail"]


@pytest.mark.parametrize("rules", all_rulesets(), ids=lambda rules: rules.slug)
def test_every_ruleset_that_games_are_made_of_will_do(database, rules):
    assert Caller().post("/sandbox", {"ruleset": rules.slug}).status_code == 201


def test_a_bad_token_is_refused_even_here(database):
    problem(Caller(token="hb_no").post("/sandbox"), 401, "token_invalid")


def test_query_count(database, django_assert_num_queries):
    with django_assert_num_queries(4):  # account and token, in one transaction
        Caller().post("/sandbox")
