"""POST /games/{id}/resign: giving up."""

from tests.cast import Caller, problem
from tests.tables import given_up, seated


def test_with_one_seat_left_the_game_ends(alice, bob):
    game = seated(alice, bob)
    response = alice.post(f"/games/{game}/resign")
    assert response.status_code == 200
    view = response.json()
    assert view["status"] == "finished"
    assert view["seats"][0]["state"] == "resigned"
    assert view["outcome"] == {
        "winners": [1],
        "losers": [0],
        "scores": [0, 0],
        "reason": "resignation",
    }
    assert view["deciding"] == []
    assert view["decision"] is None
    assert view["finished_at"] is not None


def test_with_more_seats_left_the_house_plays_on(alice, bob, mallory):
    game = seated(alice, bob, mallory)
    view = alice.post(f"/games/{game}/resign").json()
    assert view["status"] == "running"
    assert view["seats"][0]["state"] == "resigned"
    assert view["seats"][0]["name"] == alice.name
    assert view["decision"] is None
    body = problem(alice.post(f"/games/{game}/resign"), 409, "seat_resigned")
    assert body["decision"] is None
    asked = {"decision": "x", "move": "take"}
    problem(alice.post(f"/games/{game}/moves", asked), 409, "seat_resigned")


def test_refusals(alice, bob, mallory):
    waiting, over = alice.create("me", "open")["id"], given_up(alice, bob)
    problem(alice.post(f"/games/{waiting}/resign"), 409, "game_not_running")
    problem(alice.post(f"/games/{over}/resign"), 409, "game_over")
    game = seated(alice, bob)
    problem(mallory.post(f"/games/{game}/resign"), 403, "not_seated")
    problem(Caller().post(f"/games/{game}/resign"), 401, "token_missing")
    problem(alice.post(f"/games/{game}/resign", {"sure": True}), 400, "unknown_field")
    assert alice.view(game)["status"] == "running"


def test_a_key_makes_it_repeatable(alice, bob):
    game = seated(alice, bob)
    first = alice.post(f"/games/{game}/resign", Idempotency_Key="enough")
    again = alice.post(f"/games/{game}/resign", {}, Idempotency_Key="enough")
    assert again.status_code == 200
    assert again["Idempotency-Replayed"] == "true"
    assert again.json()["version"] == first.json()["version"]
    problem(
        alice.post(f"/games/{game}/abort", Idempotency_Key="enough"),
        422,
        "idempotency_key_reused",
    )


def test_query_count(alice, bob, django_assert_num_queries):
    game = seated(alice, bob)
    with django_assert_num_queries(3):  # token, load, append
        alice.post(f"/games/{game}/resign")
