"""POST /games/{id}/abort: breaking a game off."""

from tests.cast import Caller, problem
from tests.tables import given_up, seated


def test_the_creator_may_before_the_start(alice, bob):
    game = alice.create("me", "open", "open")["id"]
    bob.join(game)
    problem(bob.post(f"/games/{game}/abort"), 403, "not_creator")
    response = alice.post(f"/games/{game}/abort")
    assert response.status_code == 200
    view = response.json()
    assert view["status"] == "aborted"
    assert view["outcome"] == {
        "winners": [],
        "losers": [],
        "scores": [0, 0, 0],
        "reason": "aborted",
    }
    assert view["table"] is None


def test_in_play_everybody_has_to_agree(alice, bob):
    game = seated(alice, bob)
    view = bob.post(f"/games/{game}/abort").json()
    assert view["status"] == "running"
    assert view["abort_consent"] == [1]
    assert alice.view(game)["abort_consent"] == [1]
    view = alice.post(f"/games/{game}/abort").json()
    assert view["status"] == "aborted"
    assert view["decision"] is None
    assert view["deciding"] == []


def test_who_has_agreed_tells_nobody_once_more(alice, bob):
    """Else a seat fills the log, and the feeds of all the others, as fast as it can ask."""
    game = seated(alice, bob)
    version = bob.post(f"/games/{game}/abort").json()["version"]
    again = bob.post(f"/games/{game}/abort", Idempotency_Key="anew")
    assert (again.status_code, again.json()["version"]) == (200, version)
    assert again["Idempotency-Replayed"] == "true"
    assert alice.post(f"/games/{game}/abort").json()["status"] == "aborted"


def test_the_house_is_not_asked(alice):
    game = alice.create("me", "random")["id"]
    assert alice.post(f"/games/{game}/abort").json()["status"] == "aborted"


def test_refusals(alice, bob, mallory):
    game, over = seated(alice, bob), given_up(alice, bob)
    body = problem(mallory.post(f"/games/{game}/abort"), 403, "not_seated")
    assert body["decision"] is None
    problem(alice.post(f"/games/{over}/abort"), 409, "game_over")
    problem(Caller().post(f"/games/{game}/abort"), 401, "token_missing")
    waiting = alice.create("me", "open")["id"]
    problem(mallory.post(f"/games/{waiting}/abort"), 403, "not_creator")


def test_a_key_makes_it_repeatable(alice, bob):
    game = seated(alice, bob)
    alice.post(f"/games/{game}/abort", Idempotency_Key="stop")
    again = alice.post(f"/games/{game}/abort", Idempotency_Key="stop")
    assert again.status_code == 200
    assert again["Idempotency-Replayed"] == "true"


def test_query_count(alice, bob, django_assert_num_queries):
    game = seated(alice, bob)
    with django_assert_num_queries(3):  # token, load, append
        alice.post(f"/games/{game}/abort")
