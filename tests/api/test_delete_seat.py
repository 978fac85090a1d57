"""DELETE /games/{id}/seats/me: standing up before the start."""

from tests.cast import Caller, problem
from tests.tables import given_up, seated


def test_a_seat_left_is_open_again(alice, bob, mallory):
    game = alice.create("me", "open", "open")["id"]
    bob.join(game)
    response = bob.delete(f"/games/{game}/seats/me")
    assert response.status_code == 204
    assert response.content == b""
    assert "Content-Type" not in response
    assert alice.view(game)["seats"][1]["kind"] == "open"
    mallory.join(game, seat=1)


def test_whoever_left_may_come_back(alice, bob):
    game = alice.create("me", "open", "open")["id"]
    for _ in range(3):
        assert bob.join(game)["you"] == {"seat": 1}
        assert bob.delete(f"/games/{game}/seats/me").status_code == 204
        problem(bob.delete(f"/games/{game}/seats/me"), 403, "not_seated")


def test_after_the_start_it_is_too_late(alice, bob):
    running, over = seated(alice, bob), given_up(alice, bob)
    body = problem(alice.delete(f"/games/{running}/seats/me"), 409, "game_started")
    assert body["decision"]["seat"] == 0
    problem(alice.delete(f"/games/{over}/seats/me"), 409, "game_over")


def test_others_have_no_seat_to_leave(alice, mallory):
    game = alice.create("me", "open")["id"]
    problem(mallory.delete(f"/games/{game}/seats/me"), 403, "not_seated")
    problem(Caller().delete(f"/games/{game}/seats/me"), 401, "token_missing")


def test_a_body_is_refused_and_nobody_stands_up(alice):
    game = alice.create("me", "open")["id"]
    path = f"/games/{game}/seats/me"
    problem(alice.request("DELETE", path, {"seat": 0}), 400, "unknown_field")
    assert alice.view(game)["you"] == {"seat": 0}


def test_query_count(alice, bob, django_assert_num_queries):
    game = alice.create("me", "open", "open")["id"]
    bob.join(game)
    with django_assert_num_queries(3):  # token, load, append
        bob.delete(f"/games/{game}/seats/me")
