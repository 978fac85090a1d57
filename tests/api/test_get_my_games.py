"""GET /me/games: the games I play in or have made."""

from tests.api.test_get_games import ITEM
from tests.cast import Caller, problem
from tests.tables import given_up, seated


def test_all_of_mine_and_nobody_else_s(alice, bob, mallory):
    private = alice.create("me", "open", private=True)["id"]
    running, over = seated(bob, alice), given_up(alice, bob)
    seated(bob, mallory)
    body = alice.get("/me/games").json()
    assert [item["id"] for item in body["items"]] == [over, running, private]
    assert all(set(item) == ITEM for item in body["items"])
    assert body["next"] is None
    listed = alice.get("/me/games?status=finished").json()["items"]
    assert [item["id"] for item in listed] == [over]
    problem(Caller().get("/me/games"), 401, "token_missing")


def test_pages(alice):
    made = [alice.create("me", "open")["id"] for _ in range(3)]
    first = alice.get("/me/games?limit=2").json()
    second = alice.get(f"/me/games?limit=2&cursor={first['next']}").json()
    assert [item["id"] for item in first["items"] + second["items"]] == made[::-1]
    assert second["next"] is None


def test_a_game_that_was_left_is_not_mine_any_more(alice, bob):
    game = alice.create("me", "open", "open")["id"]
    bob.join(game)
    bob.delete(f"/games/{game}/seats/me")
    assert bob.get("/me/games").json()["items"] == []


def test_bad_values_are_refused(alice):
    problem(alice.get("/me/games?status=won"), 422, "invalid_request")
    problem(alice.get("/me/games?mine=true"), 400, "unknown_field")


def test_query_count_does_not_grow_with_the_list(alice, bob, django_assert_num_queries):
    """S74"""
    for more in (1, 4):
        for _ in range(more):
            seated(alice, bob)
        with django_assert_num_queries(3):  # token, places, games
            alice.get("/me/games")
