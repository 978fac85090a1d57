"""GET /me/turns: every decision I owe, the nearest deadline first."""

import pytest

from tests.cast import Caller, problem
from tests.tables import given_up, seated


def _owed(player, query=""):
    response = player.get(f"/me/turns{query}")
    assert response.status_code == 200, response.content
    return response.json()


def test_an_item_is_a_decision_with_its_game(alice, bob):
    game = seated(alice, bob)
    response = alice.get("/me/turns")
    assert response["Cache-Control"] == "no-store"
    body = response.json()
    view = alice.view(game)
    assert body == {
        "count": 1,
        "items": [
            {
                "game": game,
                "ruleset": "mow",
                "version": view["version"],
                "decision": view["decision"],
            }
        ],
        "next": None,
    }
    assert _owed(bob) == {"count": 0, "items": [], "next": None}


def test_the_nearest_deadline_comes_first(alice, bob):
    games = [
        seated(alice, bob, time_control={"seconds": seconds}) for seconds in (5000, 100, 900_000)
    ]
    assert [item["game"] for item in _owed(alice)["items"]] == [games[1], games[0], games[2]]


def test_pages_neither_skip_nor_repeat_and_the_count_is_exact(alice, bob):
    """A33"""
    games = {seated(alice, bob) for _ in range(7)}
    seen, query = [], "?limit=3"
    while True:
        page = _owed(alice, query)
        seen += [item["game"] for item in page["items"]]
        if page["next"] is None:
            break
        games.add(seated(alice, bob))
        assert page["count"] == len(games) - 1
        query = f"?limit=3&cursor={page['next']}"
    assert len(seen) == len(set(seen))
    assert set(seen) == games


def test_a_page_is_not_moved_by_an_answer_in_between(alice, bob):
    games = [seated(alice, bob) for _ in range(4)]
    page = _owed(alice, "?limit=2")
    alice.move(games[0])
    rest = _owed(alice, f"?limit=2&cursor={page['next']}")
    assert [item["game"] for item in rest["items"]] == games[2:]
    assert rest["count"] == 3


def test_what_is_not_mine_to_answer_is_not_listed(alice, bob, mallory):
    seated(bob, alice)
    given_up(alice, bob)
    resigned = seated(alice, bob, mallory)
    alice.post(f"/games/{resigned}/resign")
    assert _owed(alice)["count"] == 0
    assert _owed(mallory)["count"] == 0
    problem(Caller().get("/me/turns"), 401, "token_missing")


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "cursor=", "cursor=x", "cursor=" + "a" * 201]
)
def test_bad_values_are_refused(alice, query):
    problem(alice.get(f"/me/turns?{query}"), 422, "invalid_request")


def test_query_count_does_not_grow_with_the_list(alice, bob, django_assert_num_queries):
    """S74"""
    for more in (1, 4):
        for _ in range(more):
            seated(alice, bob)
        with django_assert_num_queries(4):  # token, count, places, games
            alice.get("/me/turns")
