"""The games that are played: every ruleset, number of seats, time control and way of expiring."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.engine.registry import find_ruleset
from tests.services.table import new_game
from tests.simulation.people import Player

_HOUR, _DAY = 3_600, 86_400
OPTIONS: dict[str, dict[str, Any]] = {
    "mow": {"limit": 30},
    "farmyard-cries": {"target": 15},
    "tortoise": {},
    "family-favourites": {"hands": 1},
}
"""Rulesets, each with options by which a game takes no months."""
_KINDS = ("per_move", "fischer", "bank", "none")
_EXPIRY = ("house-bot", "default-move", "forfeit")
_WEEKENDS = (None, "Europe/Berlin", "America/New_York", "Asia/Kolkata")


@dataclass(frozen=True)
class Played:
    """A game, and who sits at which seat."""

    game: UUID
    ruleset: str
    kind: str
    players: Sequence[Player]

    def seat_of(self, player: Player) -> int:
        return self.players.index(player)


def make_games(number: int, players: Sequence[Player], rng: random.Random) -> Iterator[Played]:
    """Make games that have begun, each unlike the one before it."""
    rulesets = list(OPTIONS)
    for place in range(number):
        ruleset, kind = rulesets[place % 4], _KINDS[place // 4 % 4]
        counts = find_ruleset(ruleset).seat_counts
        seats = counts[(place // 16 + place) % len(counts)]
        sitting = rng.sample(players, seats)
        control = _control(kind, _EXPIRY[place % 3], rng)
        table = new_game(
            *(player.asker for player in sitting),
            ruleset=ruleset,
            options=OPTIONS[ruleset],
            time_control=control,
        )
        yield Played(table.game, ruleset, kind, sitting)


def _control(kind: str, on_expiry: str, rng: random.Random) -> dict[str, Any]:
    control: dict[str, Any] = {"kind": kind, "on_expiry": on_expiry}
    match kind:
        case "per_move":
            control["seconds"] = rng.choice((6 * _HOUR, 12 * _HOUR, _DAY, 3 * _DAY))
        case "fischer":
            control |= {"initial": 2 * _DAY, "increment": rng.choice((4 * _HOUR, 12 * _HOUR))}
            control["cap"] = 3 * _DAY
        case "bank":
            control |= {"allowance": rng.choice((8 * _HOUR, _DAY)), "bank": 2 * _DAY}
        case _:
            pass
    if kind != "none" and control.get("seconds") != 6 * _HOUR:
        control["weekend_pause"] = rng.choice(_WEEKENDS)
        control["quiet_hours"] = rng.random() < 0.7
        control["vacation"] = rng.random() < 0.8
    if rng.random() < 0.6:
        control["pause_budget"] = {"seat": 2 * _DAY, "game": rng.choice((None, 3 * _DAY))}
    return control
