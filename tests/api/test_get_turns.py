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
    place = body.pop("events_after")
    assert isinstance(place, str)
    view = alice.view(game)
    assert body == {
        "count": 1,
        "items": [
            {
                "game": game,
                "ruleset": "mow",
                "version": view["version"],
                "time_control": view["time_control"],
                "decision": view["decision"],
            }
        ],
        "next": None,
    }
    assert _owed(bob) == {"count": 0, "items": [], "next": None, "events_after": place}


def test_the_nearest_deadline_comes_first(alice, bob):
    games = [
        seated(alice, bob, time_control={"seconds": seconds}) for seconds in (5000, 100, 900_000)
    ]
    assert [item["game"] for item in _owed(alice)["items"]] == [games[1], games[0], games[2]]


def test_what_has_been_waiting_longest_comes_first_if_asked(alice, bob):
    games = [seated(alice, bob, time_control={"seconds": seconds}) for seconds in (900, 100, 500)]
    seen, query = [], "?sort=waiting&limit=1"
    while query:
        page = _owed(alice, query)
        assert page["count"] == 3
        seen += [item["game"] for item in page["items"]]
        query = page["next"] and f"?sort=waiting&limit=1&cursor={page['next']}"
    assert seen == games


def test_a_cursor_is_of_one_order(alice, bob):
    for _ in range(2):
        seated(alice, bob)
    place = _owed(alice, "?limit=1")["next"]
    problem(alice.get(f"/me/turns?sort=waiting&cursor={place}"), 422, "invalid_request")


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
    "query",
    ["limit=0", "limit=501", "cursor=", "cursor=x", "cursor=" + "a" * 201, "sort=", "sort=game"],
)
def test_bad_values_are_refused(alice, query):
    problem(alice.get(f"/me/turns?{query}"), 422, "invalid_request")


def test_query_count_does_not_grow_with_the_list(alice, bob, django_assert_num_queries):
    """S74"""
    for more in (1, 4):
        for _ in range(more):
            seated(alice, bob)
        with django_assert_num_queries(5):  # token, feed, count, places, games
            alice.get("/me/turns")
