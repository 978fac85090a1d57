"""GET, PUT and DELETE /games/{id}/plan: what the owner of a seat wants played."""

import json

import jsonschema_rs
import pytest

from games.engine.registry import all_rulesets, find_ruleset
from games.services.plans import following, rows
from tests.cast import Caller, Player, problem
from tests.services.plans import catch_up, hear
from tests.tables import given_up, seated

ORDER = {"move": {"by": {"lowest": "number"}}, "times": None, "lasts": "game"}
EMPTY: dict[str, object] = {
    "orders": [],
    "fates": [],
    "version": None,
    "given_at": None,
    "ended": None,
}


@pytest.fixture
def game(alice, bob) -> str:
    return seated(alice, bob)


def put(caller: Caller, game: str, *orders: object, **asked: object):
    return caller.request("PUT", f"/games/{game}/plan", {"orders": orders, **asked})


def test_orders_are_kept_shown_and_taken_back(alice, game):
    assert alice.get(f"/games/{game}/plan").json() == EMPTY
    before = alice.view(game)
    answer = put(alice, game, ORDER, version=before["version"], decision=before["decision"]["id"])
    assert answer.status_code == 200
    plan = answer.json()
    assert plan["orders"] == [ORDER]
    assert plan["fates"] == [{"state": "standing", "played": 0, "plays": [], "void": None}]
    assert plan["version"] == before["version"]
    assert alice.get(f"/games/{game}/plan").json() == plan
    assert alice.view(game)["version"] == before["version"]
    for _ in range(2):
        assert alice.delete(f"/games/{game}/plan").json() == EMPTY
    assert alice.get(f"/games/{game}/plan").json() == EMPTY


def test_it_shows_what_became_of_each_order(alice, game, settings):
    settings.HERDBOOK_HOUSE_PACE_MS = (0, 0)
    catch_up()
    put(
        alice,
        game,
        {"move": "B0>L", "when": {"fact": "round", "is": 99}},
        {"move": {}},
        {"move": {}, "after": 1},
    )
    hear()
    for plan in rows.to_wake():
        following.follow(plan)
    plan = alice.get(f"/games/{game}/plan").json()
    assert [fate["state"] for fate in plan["fates"]] == ["standing", "done", "standing"]
    (play,) = plan["fates"][1]["plays"]
    (event,) = alice.get(f"/games/{game}/events?after={play['version'] - 1}&limit=1").json()[
        "items"
    ]
    assert event["data"]["card"] == play["move"]
    assert event["cause"] == "plan"


def test_a_decision_that_has_passed_is_409(alice, bob, game):
    """A38: and nothing was played or stored."""
    view = alice.view(game)
    alice.move(game)
    version = alice.view(game)["version"]
    for asked in ({"decision": view["decision"]["id"]}, {"version": view["version"]}):
        problem(put(alice, game, ORDER, **asked), 409, "plan_out_of_sync")
    assert alice.get(f"/games/{game}/plan").json() == EMPTY
    assert alice.view(game)["version"] == version


BAD: tuple[tuple[object, str], ...] = (
    ([{}], "/orders/0"),
    ([7], "/orders/0"),
    ([{"move": "HEN.M>A"}], "/orders/0/move"),
    ([{"move": []}], "/orders/0/move"),
    ([{"move": {"where": {"colour": "red"}}}], "/orders/0/move/where/colour"),
    ([{"move": {"where": {"flies": "two"}}}], "/orders/0/move/where/flies"),
    ([{"move": {"by": {"lowest": "form"}}}], "/orders/0/move/by/lowest"),
    ([{"move": {"by": {}}}], "/orders/0/move/by"),
    ([{"move": "take", "on": ["swap"]}], "/orders/0/on/0"),
    ([{"move": "take", "times": 0}], "/orders/0/times"),
    ([{"move": "take", "times": True}], "/orders/0/times"),
    ([{"move": "take", "lasts": "week"}], "/orders/0/lasts"),
    ([{"move": "take", "after": 0}], "/orders/0/after"),
    ([{"move": "take", "when": {}}], "/orders/0/when"),
    ([{"move": "take", "when": {"fact": "deck"}}], "/orders/0/when/fact"),
    ([{"move": "take", "when": {"fact": "hands/1"}}], "/orders/0/when/fact"),
    ([{"move": "take", "when": {"fact": "hand_sizes/next"}}], "/orders/0/when/fact"),
    ([{"move": "take", "when": {"fact": "round", "has": 1}}], "/orders/0/when/has"),
    ([{"move": "take", "when": {"fact": "arrow", "at_least": 1}}], "/orders/0/when/at_least"),
    ([{"move": "take", "when": {"count": "round"}}], "/orders/0/when/count"),
    ([{"move": "take", "when": {"happened": "CowMooed"}}], "/orders/0/when/happened"),
    ([{"move": "take", "when": {"all": []}}], "/orders/0/when/all"),
    ([{"move": "take", "when": {"all": [{}]}}], "/orders/0/when/all/0"),
    ([{"move": "take", "until": {"not": 1}}], "/orders/0/until/not"),
    ([{"move": "take"}] * 21, "/orders"),
)


@pytest.mark.parametrize(("orders", "pointer"), BAD, ids=lambda each: str(each)[:60])
def test_bad_orders_are_422_with_a_pointer(alice, game, orders, pointer):
    body = problem(put(alice, game, *orders), 422, "bad_plan")
    assert [error["pointer"] for error in body["errors"]] == [pointer]
    assert alice.get(f"/games/{game}/plan").json() == EMPTY


def test_conditions_have_a_depth(alice, game):
    deep: object = {"fact": "round"}
    for _ in range(6):
        deep = {"not": deep}
    problem(put(alice, game, {"move": "take", "when": deep}), 422, "bad_plan")


def test_a_body_is_held_to_its_form(alice, game):
    problem(alice.request("PUT", f"/games/{game}/plan", {}), 422, "invalid_request")
    problem(alice.request("PUT", f"/games/{game}/plan", {"orders": {}}), 422, "invalid_request")
    problem(put(alice, game, plans=[]), 400, "unknown_field")
    problem(put(alice, game, *[{"move": ["take"] * 10}] * 200), 413, "body_too_large")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_nobody_else_learns_of_it(alice, bob, mallory, game, method):
    """A40."""
    put(alice, game, ORDER)
    body: object = {"orders": []} if method == "PUT" else None
    path = f"/games/{game}/plan"
    problem(mallory.request(method, path, body), 403, "not_seated")
    problem(Caller().request(method, path, body), 401, "token_missing")
    assert bob.request(method, path, body).json() == EMPTY
    assert alice.get(path).json()["orders"] == [ORDER]
    private = seated_alone(alice)
    problem(mallory.request(method, f"/games/{private}/plan", body), 404, "not_found")


def seated_alone(player: Player) -> str:
    game: str = player.create("me", "random", private=True)["id"]
    return game


def test_a_game_that_does_not_run_takes_none(alice, bob):
    problem(put(alice, alice.create("me", "open")["id"], ORDER), 409, "game_not_running")
    problem(put(alice, given_up(alice, bob), ORDER), 409, "game_over")
    three = seated(alice, bob, *[open_third() for _ in range(1)])
    bob.post(f"/games/{three}/resign")
    problem(put(bob, three, ORDER), 409, "seat_resigned")


def open_third() -> Player:
    from tests.cast import open_player

    return open_player()


@pytest.mark.parametrize("slug", [rules.slug for rules in all_rulesets()])
def test_the_grammar_and_ready_made_orders_come_with_the_ruleset(alice, slug):
    body = alice.get(f"/rulesets/{slug}").json()["plan"]
    validator = jsonschema_rs.validator_for(body["schema"])
    assert len(body["templates"]) >= 3
    seats = [{"kind": "me"}, {"kind": "open"}]
    for template in body["templates"]:
        assert validator.is_valid(template["orders"])
        game = alice.post("/games", {"ruleset": slug, "seats": seats}).json()["id"]
        Player.join(open_third(), game)
        assert put(alice, game, *template["orders"]).status_code == 200
    assert set(body["facts"]) >= set(find_ruleset(slug).observation_type.__struct_fields__)
    broken: list[dict[str, object]] = [
        {},
        {"move": 1},
        {"move": "x", "times": 0},
        {"move": "x", "on": ["x"]},
    ]
    assert not any(validator.is_valid([order]) for order in broken)


def test_the_schema_accepts_what_is_accepted(alice, game):
    schema = alice.get("/rulesets/mow").json()["plan"]["schema"]
    validator = jsonschema_rs.validator_for(schema)
    for orders, pointer in BAD:
        if pointer.endswith(("/fact", "/move", "/flies", "/has", "/at_least", "/count", "/after")):
            continue  # what a schema cannot say
        assert not validator.is_valid(json.loads(json.dumps(orders))), orders
