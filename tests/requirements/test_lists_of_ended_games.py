"""Games that are over are listed by when they ended (A35), page by page (S74)."""

import pytest
from django.db import connection

from games.services import deadlines
from games.store.clock import now
from tests.cast import problem
from tests.tables import given_up, seated

LISTS = ("/games?player={name}&status={status}", "/me/games?status={status}")
PLAYERS_OWN = "/players/{name}/games?status={status}"


def ended(alice, bob):
    """Let games begin in one order and end in another; return them, the last one ended first."""
    games = [seated(alice, bob) for _ in range(5)]
    order = [games[n] for n in (3, 0, 4, 1, 2)]
    for game in order:
        assert bob.post(f"/games/{game}/resign").status_code == 200
    return order[::-1]


def ids(page):
    return [item["id"] for item in page["items"]]


def pages(viewer, path, *, between=lambda: None, limit=2):
    """Read a list to its end, and let something happen after each page."""
    found, cursor = [], ""
    while True:
        page = viewer.get(f"{path}&limit={limit}{cursor}").json()
        found += ids(page)
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"
        between()


@pytest.mark.parametrize("path", [*LISTS, PLAYERS_OWN])
def test_finished_games_come_in_the_order_of_their_ends(path, alice, bob):
    """A35"""
    order = ended(alice, bob)
    asked = path.format(name=alice.name, status="finished")
    assert pages(alice, asked) == pages(alice, asked, limit=100) == order


@pytest.mark.parametrize("path", [*LISTS, PLAYERS_OWN])
def test_so_do_games_that_were_broken_off(path, alice):
    """A35"""
    made = [alice.create("me", "open")["id"] for _ in range(4)]
    order = [made[n] for n in (2, 0, 3, 1)]
    for game in order:
        assert alice.post(f"/games/{game}/abort").status_code == 200
    assert pages(alice, path.format(name=alice.name, status="aborted")) == order[::-1]


def test_and_so_do_games_that_expired(alice, bob, clock, settings):
    """A35"""
    first, second = (alice.create("me", "open", "open")["id"] for _ in range(2))
    clock.advance(60)
    bob.join(first)
    for _ in range(2):
        clock.advance(settings.HERDBOOK_OPEN_GAME_LIFE.total_seconds() - 30)
        deadlines.sweep()
    assert pages(alice, "/me/games?status=expired") == [first, second]


def test_all_other_lists_stay_in_the_order_of_creation(alice, bob):
    """A35: an end moves nothing in a list that holds games that run, too."""
    order = [seated(alice, bob) for _ in range(4)]
    for game in (order[2], order[0]):
        bob.post(f"/games/{game}/resign")
    for path in ("/me/games?", f"/games?player={alice.name}", f"/players/{bob.name}/games?"):
        assert pages(alice, path) == order[::-1]
    assert pages(alice, "/me/games?status=running") == [order[3], order[1]]


def test_games_that_ended_at_the_same_moment_come_by_their_ids(alice, bob, clock):
    """A35"""
    games = [seated(alice, bob) for _ in range(5)]
    clock._install(f"timestamptz '{now().isoformat()}'")
    for game in games:
        assert bob.post(f"/games/{game}/resign").status_code == 200
    found = alice.get("/me/games?status=finished").json()["items"]
    assert len({item["finished_at"] for item in found}) == 1
    assert ids({"items": found}) == sorted(games, reverse=True)
    assert pages(alice, "/me/games?status=finished", limit=1) == sorted(games, reverse=True)


def test_pages_neither_skip_nor_repeat_while_games_end(alice, bob):
    """S74: what ends between two pages comes before the first, and shifts nothing."""
    order = ended(alice, bob)
    found = pages(alice, "/me/games?status=finished", between=lambda: given_up(alice, bob))
    assert found == order


def test_a_cursor_belongs_to_its_order(alice, bob):
    """A35: a place in one order is none in the other."""
    ended(alice, bob)
    by_end = alice.get("/me/games?status=finished&limit=2").json()["next"]
    by_creation = alice.get("/me/games?limit=2").json()["next"]
    for path in ("/me/games?", "/me/games?status=running", "/games?mine=true", "/me/turns?"):
        problem(alice.get(f"{path}&cursor={by_end}".replace("?&", "?")), 422, "invalid_request")
    for status in ("finished", "aborted", "expired"):
        path = f"/me/games?status={status}&cursor={by_creation}"
        body = problem(alice.get(path), 422, "invalid_request")
        assert [error["pointer"] for error in body["errors"]] == ["/cursor"]


def test_the_number_of_queries_does_not_grow_with_the_list(alice, bob, django_assert_num_queries):
    """S74: one query for the places, one for the games, one for the token."""
    for _ in range(2):
        ended(alice, bob)
        for path in ("/me/games?status=finished", "/games?mine=true&status=finished"):
            with django_assert_num_queries(3):
                assert len(ids(alice.get(path).json())) >= 5


def test_the_order_is_that_of_an_index(alice, bob):
    """S74: a page costs what it shows, however many games have ended."""
    ended(alice, bob)
    with connection.cursor() as cursor:
        # The few rows here would rather be sorted; so what is asked is whether they need to be.
        cursor.execute("SET enable_seqscan = off; SET enable_sort = off")
        try:
            cursor.execute(
                "EXPLAIN SELECT id, finished_at FROM game WHERE status = 'finished'"
                " ORDER BY finished_at DESC, id DESC LIMIT 50"
            )
            plan = "\n".join(row[0] for row in cursor.fetchall())
        finally:
            cursor.execute("RESET enable_seqscan; RESET enable_sort")
    assert "game_by_end" in plan
    assert "Sort" not in plan
