"""Whole games of house bots, played here and now, and their replays as clients get them."""

import json
from typing import Any

from bots import answering
from games.engine.game import Status
from games.engine.registry import find_ruleset
from games.selectors import replays
from games.services import creating
from games.services.askers import Asker
from games.services.creating import WantedSeat
from games.store import load

SHORT: dict[str, dict[str, Any]] = {
    "mow": {"limit": 20},
    "farmyard-cries": {"target": 15},
    "family-favourites": {"hands": 2},
    "tortoise": {},
}
"""Options of games that are over after a few rounds, but not of one alone."""
RULESETS = tuple(SHORT)


def house_game(watcher: Asker, ruleset: str, nth: int) -> dict[str, Any]:
    """Play a game of house bots and return its replay; `nth` varies seats, bots and options.

    The pace of the house has to be 0.
    """
    counts = find_ruleset(ruleset).seat_counts
    seats = counts[nth % len(counts)]
    best = "random" if ruleset == "tortoise" else "normal"
    kinds = ["random" if (nth + seat) % 3 else best for seat in range(seats)]
    options = {**SHORT[ruleset], "first_seat": "random" if nth % 2 else 0}
    game = creating.create_game(
        asker=watcher,
        ruleset=ruleset,
        seats=[WantedSeat(kind="house", strategy=kind) for kind in kinds],
        options=options,
    ).game
    while game.state.status is Status.RUNNING:
        owed = game.state.owed[0]
        assert answering.answer(game.id, owed.seat, owed.opened)
        game = load.game(game.id)
    file: dict[str, Any] = json.loads(json.dumps(replays.replay(game)))
    return file
