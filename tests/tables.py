"""Tables at which tests play: two players at a game of Mow, and ways to play it on."""

from collections.abc import Iterator
from typing import Any

from tests.cast import Caller, Player

QUICK = {"limit": 10}
"""The options of a game that is over after a round or a few."""


def seated(*players: Player, **fields: Any) -> str:
    """Make a running game of Mow for these players, in their order; return its id."""
    first, *others = players
    game: str = first.create("me", *["open"] * len(others), **fields)["id"]
    for other in others:
        other.join(game)
    return game


def turns(game: str, *players: Player, at_most: int = 2_000) -> Iterator[dict[str, Any]]:
    """Play first legal moves, each seat in its turn, and yield the answer to each."""
    view = players[0].view(game)
    for _ in range(at_most):
        if view["status"] != "running":
            return
        mover = players[view["deciding"][0]["seat"]]
        response = mover.move(game)
        assert response.status_code == 201, response.content
        answer = response.json()
        yield answer
        view = answer["game"]


def played_out(*players: Player, **fields: Any) -> str:
    """Play a quick game to its end; return its id."""
    game = seated(*players, **{"options": QUICK, **fields})
    for _ in turns(game, *players):
        pass
    assert players[0].view(game)["status"] == "finished"
    return game


def given_up(*players: Player, **fields: Any) -> str:
    """Make a game of two that is over at once, because the second seat resigns; return its id."""
    game = seated(*players, **fields)
    assert players[1].post(f"/games/{game}/resign").status_code == 200
    return game


def whole_log(viewer: Caller, game: str, *, limit: int = 100) -> list[dict[str, Any]]:
    """Return all events of a game as this viewer may see them, page by page."""
    items: list[dict[str, Any]] = []
    after: str | None = "0"
    while after is not None:
        page = viewer.get(f"/games/{game}/events?after={after}&limit={limit}").json()
        items += page["items"]
        after = page["next"]
    return items
