"""POST /games/{id}/seats/me/return: the owner takes an away seat back."""

import pytest

from games.services import deadlines
from tests.cast import Caller, problem
from tests.tables import given_up, seated


@pytest.fixture
def away(alice, bob, clock):
    """A game in which Alice's seat is away."""
    game = seated(alice, bob, time_control={"seconds": 60})
    clock.advance(61)
    deadlines.sweep()
    return game


def test_an_away_seat_is_shown_and_can_be_taken_back(alice, bob, away):
    view = bob.view(away)
    assert view["seats"][0]["state"] == "away"
    assert view["seats"][0]["kind"] == "bot"
    assert view["seats"][0]["name"] == alice.name
    assert alice.view(away)["decision"] is None
    response = alice.post(f"/games/{away}/seats/me/return")
    assert response.status_code == 200
    view = response.json()
    assert view["seats"][0]["state"] == "playing"
    assert view["decision"]["seat"] == 0


def test_a_late_answer_is_refused_and_the_new_decision_has_another_id(alice, bob, clock):
    game = seated(alice, bob, time_control={"seconds": 60})
    old = alice.view(game)["decision"]
    asked = {"decision": old["id"], "move": old["legal_moves"][0]}
    clock.advance(61)
    problem(alice.post(f"/games/{game}/moves", asked), 409, "decision_expired")
    deadlines.sweep()
    problem(alice.post(f"/games/{game}/moves", asked), 409, "decision_expired")
    new = alice.post(f"/games/{game}/seats/me/return").json()["decision"]
    assert new["id"] != old["id"]
    body = problem(alice.post(f"/games/{game}/moves", asked), 409, "decision_expired")
    assert body["decision"] == new
    answer = alice.post(f"/games/{game}/moves", {**asked, "decision": new["id"]})
    assert answer.status_code == 201


def test_refusals(alice, bob, mallory, away):
    path = f"/games/{away}/seats/me/return"
    problem(bob.post(path), 409, "not_away")
    problem(mallory.post(path), 403, "not_seated")
    problem(Caller().post(path), 401, "token_missing")
    alice.post(f"/games/{away}/resign")
    problem(alice.post(path), 409, "game_over")
    problem(alice.post(f"/games/{given_up(alice, bob)}/seats/me/return"), 409, "game_over")
    waiting = alice.create("me", "open")["id"]
    problem(alice.post(f"/games/{waiting}/seats/me/return"), 409, "game_not_running")


def test_a_resigned_seat_stays_so(alice, bob, mallory):
    game = seated(alice, bob, mallory)
    alice.post(f"/games/{game}/resign")
    problem(alice.post(f"/games/{game}/seats/me/return"), 409, "seat_resigned")


def test_a_key_makes_it_repeatable(alice, away):
    path = f"/games/{away}/seats/me/return"
    first = alice.post(path, Idempotency_Key="back")
    again = alice.post(path, Idempotency_Key="back")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again["Idempotency-Replayed"] == "true"
    problem(alice.post(path), 409, "not_away")


def test_query_count(alice, away, django_assert_num_queries):
    with django_assert_num_queries(3):  # token, load, append
        alice.post(f"/games/{away}/seats/me/return")
