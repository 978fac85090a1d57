"""No list is cut off in silence (A33)."""

import pytest


@pytest.mark.parametrize("games", [110, pytest.param(1000, marks=pytest.mark.slow)])
def test_pages_cover_every_running_game_and_the_count_is_exact(games, alice):
    """A33, A03: in both lists, with pages as long as they can be."""
    made = {alice.create("me", "random")["id"] for _ in range(games)}
    at_once = alice.get("/me/turns?limit=500").json()
    assert len(at_once["items"]) == min(games, 500)  # S39: with one request
    for path, name in (("/me/turns?", "game"), ("/me/games?status=running&", "id")):
        found, cursor, pages = [], "", 0
        while True:
            page = alice.get(f"{path}limit=100{cursor}").json()
            assert page.get("count", games) == games
            found += [item[name] for item in page["items"]]
            pages += 1
            if page["next"] is None:
                break
            cursor = f"&cursor={page['next']}"
        assert len(found) == games
        assert set(found) == made
        assert pages == -(-games // 100)
