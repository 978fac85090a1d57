"""POST /games/{id}/seats: sitting down."""

import pytest

from tests.cast import Caller, problem
from tests.tables import given_up, seated


def test_the_last_to_sit_down_starts_the_game(alice, bob, mallory):
    game = alice.create("me", "open", "open")["id"]
    view = bob.join(game)
    assert view["status"] == "open"
    assert view["you"] == {"seat": 1}
    response = mallory.post(f"/games/{game}/seats", {"seat": 2})
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    view = response.json()
    assert view["status"] == "running"
    assert view["you"] == {"seat": 2}
    assert len(view["table"]["hand"]) == 5


def test_whoever_sits_down_first_in_turn_gets_the_decision_at_once(alice, bob):
    """A39: the answer holds every event's effect, and what is owed now."""
    game = alice.create("open", "me")["id"]
    assert bob.join(game)["decision"]["seat"] == 0


def test_an_empty_body_takes_any_free_seat(alice, bob):
    game = alice.create("open", "me", "open")["id"]
    response = bob.request("POST", f"/games/{game}/seats", content_type="")
    assert response.json()["you"] == {"seat": 0}


def test_each_refusal_has_its_own_code(alice, bob, mallory):
    """S53"""
    game = alice.create("me", "open", "open")["id"]
    path = f"/games/{game}/seats"
    body = problem(alice.post(path), 409, "already_seated")
    assert body["version"] == 2
    assert body["decision"] is None
    problem(bob.post(path, {"seat": 0}), 409, "seat_taken")
    body = problem(bob.post(path, {"seat": 3}), 422, "invalid_request")
    assert body["errors"][0]["pointer"] == "/seat"
    bob.join(game, seat=2)
    problem(mallory.post(path, {"seat": 2}), 409, "seat_taken")
    mallory.join(game)
    problem(alice.post(path), 409, "already_seated")


def test_a_game_that_has_started_or_ended_takes_nobody(alice, bob, mallory):
    running, over = seated(alice, bob), given_up(alice, bob)
    problem(mallory.post(f"/games/{running}/seats"), 409, "game_started")
    problem(mallory.post(f"/games/{over}/seats"), 409, "game_over")
    aborted = alice.create("me", "open")["id"]
    alice.post(f"/games/{aborted}/abort")
    problem(mallory.post(f"/games/{aborted}/seats"), 409, "game_over")


@pytest.mark.parametrize("seat", [-1, 10, "0", 0.0, True, None, [0], 2**53])
def test_a_seat_is_a_small_number(alice, bob, seat):
    game = alice.create("me", "open")["id"]
    body = problem(bob.post(f"/games/{game}/seats", {"seat": seat}), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/seat"]


def test_a_private_game_opens_to_its_code_only(alice, bob):
    game = alice.create("me", "open", private=True)
    code, path = game["join_code"], f"/games/{game['id']}/seats"
    for wrong in ({}, {"code": "x"}, {"code": code + "x"}, {"code": code.swapcase()}, {"seat": 0}):
        body = problem(bob.post(path, wrong), 404, "not_found")
        assert "version" not in body
    assert bob.get(f"/games/{game['id']}").status_code == 404
    bob.join(game["id"], code=code)
    assert bob.view(game["id"])["private"] is True


def test_the_code_is_shown_once_and_stored_as_a_hash(alice, bob):
    game = alice.create("me", "open", private=True)
    from games.models import JoinCode

    stored = JoinCode.objects.get(game=game["id"])
    assert game["join_code"].encode() not in bytes(stored.code_hash)
    assert game["join_code"] not in alice.get(f"/games/{game['id']}").text
    assert "join_code" not in bob.create("me", "open")
    assert "join_code" not in bob.create("me", "random", private=True)


def test_a_code_of_another_game_opens_nothing(alice, bob):
    one, two = (alice.create("me", "open", private=True) for _ in range(2))
    response = bob.post(f"/games/{one['id']}/seats", {"code": two["join_code"]})
    problem(response, 404, "not_found")


def test_a_key_makes_it_repeatable(alice, bob):
    game = alice.create("me", "open", "open")["id"]
    path = f"/games/{game}/seats"
    first = bob.post(path, {"seat": 1}, Idempotency_Key="sit")
    again = bob.post(path, {"seat": 1}, Idempotency_Key="sit")
    assert (first.status_code, again.status_code) == (201, 200)
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    same = {key: value for key, value in again.json().items() if key != "server_now"}
    assert same == {key: value for key, value in first.json().items() if key != "server_now"}
    body = problem(
        bob.post(path, {"seat": 2}, Idempotency_Key="sit"), 422, "idempotency_key_reused"
    )
    assert body["version"] == 3


def test_whoever_left_a_private_game_sees_no_replay_of_the_way_in(alice, bob):
    game = alice.create("me", "open", "open", private=True)
    path, body = f"/games/{game['id']}/seats", {"code": game["join_code"]}
    assert bob.post(path, body, Idempotency_Key="sit").status_code == 201
    assert bob.delete(f"{path}/me").status_code == 204
    problem(bob.get(f"/games/{game['id']}"), 404, "not_found")
    problem(bob.post(path, body, Idempotency_Key="sit"), 404, "not_found")
    other = {**body, "seat": 2}
    assert "version" not in problem(bob.post(path, other, Idempotency_Key="sit"), 404, "not_found")


def test_a_spectator_needs_a_token(alice):
    game = alice.create("me", "open")["id"]
    problem(Caller().post(f"/games/{game}/seats"), 401, "token_missing")


def test_query_count(alice, bob, django_assert_num_queries):
    game = alice.create("me", "open")["id"]
    with django_assert_num_queries(4):  # token, blocks, load, append
        bob.join(game)
