"""Games whose rules this release has not got any more: 409 `rules_not_installed`, never a 500."""

import pytest

from games.engine import registry
from games.engine.registry import find_ruleset
from tests.cast import Caller, problem
from tests.tables import given_up, seated


@pytest.fixture
def overtaken(monkeypatch):
    """Let a release come in which Mow has a second version of its rules, and not the first."""
    newest = find_ruleset("mow")

    def come() -> None:
        later = type("LaterMow", (type(newest),), {"rules_version": 2})()
        monkeypatch.setitem(registry._rulesets, "mow", later)

    return come


def test_a_running_game_is_watched_and_not_played(alice, bob, overtaken):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    overtaken()
    view = alice.view(game)
    assert (view["table"], view["status"]) == (None, "running")
    assert view["decision"] == {**decision, "legal_moves": []}
    assert Caller().get(f"/games/{game}/events").status_code == 200
    assert game in str(alice.get("/games?mine=true").json())
    refused = [
        ("moves", {"decision": decision["id"], "move": decision["legal_moves"][0]}),
        ("resign", {}),
        ("abort", {}),
        ("seats/me/return", {}),
    ]
    for path, body in refused:
        answer = problem(alice.post(f"/games/{game}/{path}", body), 409, "rules_not_installed")
        assert answer["version"] == view["version"]
        assert answer["decision"]["legal_moves"] == []
    assert alice.get("/me/turns").json()["items"][0]["decision"]["legal_moves"] == []
    assert alice.get("/me/turns/next").json()["id"] == game


def test_a_finished_game_keeps_its_result_and_has_no_replay(alice, bob, overtaken):
    game = given_up(alice, bob)
    before = alice.view(game)
    overtaken()
    view = alice.view(game)
    assert view["outcome"] == before["outcome"]
    assert view["seats"] == before["seats"]
    for query in ("", "?seat=0"):
        problem(alice.get(f"/games/{game}/replay{query}"), 409, "rules_not_installed")


def test_a_rematch_is_played_by_the_newest_rules(alice, bob, overtaken):
    game = given_up(alice, bob)
    overtaken()
    response = alice.post(f"/games/{game}/rematch")
    assert response.status_code == 201
    assert response.json()["rules_version"] == 2


def test_a_rematch_whose_options_are_no_more_is_refused(alice, bob, monkeypatch):
    game = given_up(alice, bob)
    tortoise = find_ruleset("tortoise")
    narrower = {"rules_version": 2, "options_type": tortoise.options_type}
    later = type("LaterMow", (type(find_ruleset("mow")),), narrower)()
    monkeypatch.setitem(registry._rulesets, "mow", later)
    answer = problem(alice.post(f"/games/{game}/rematch"), 422, "bad_options")
    assert answer["errors"][0]["pointer"] == "/options/limit"


def test_an_open_game_is_left_and_not_joined(alice, bob, overtaken):
    game = alice.create("me", "open", "open")["id"]
    bob.join(game)
    overtaken()
    problem(alice.post(f"/games/{game}/abort"), 409, "rules_not_installed")
    assert bob.delete(f"/games/{game}/seats/me").status_code == 204
    problem(bob.post(f"/games/{game}/seats"), 409, "rules_not_installed")
