"""The games that are played: every ruleset, number of seats, time control and way of expiring."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.engine.game import Status
from games.engine.registry import find_ruleset
from games.services import quick_match
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
_WEEKENDS = (None, "Europe/Berlin", "America/Santiago", "Asia/Kathmandu", "Australia/Lord_Howe")


@dataclass(frozen=True)
class Played:
    """A game, and who sits at which seat."""

    game: UUID
    ruleset: str
    kind: str
    players: list[Player]
    """Who holds each seat now."""
    first: Sequence[Player]
    """Who held them when the game began."""
    successors: dict[int, list[Player]] = field(default_factory=dict)
    """By seat, who took it over, one after the other."""

    def take_over(self, seat: int, player: Player) -> None:
        """Note that somebody else holds a seat from now on."""
        self.players[seat] = player
        self.successors.setdefault(seat, []).append(player)


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
        yield Played(table.game, ruleset, kind, sitting, list(sitting))


def match_quickly(number: int, players: Sequence[Player], rng: random.Random) -> Iterator[Played]:
    """Let people look for whoever wants the same, until so many games have begun."""
    for place in range(number):
        ruleset = list(OPTIONS)[place % 4]
        seats = min(find_ruleset(ruleset).seat_counts)
        seekers, control = rng.sample(players, seats), _control("per_move", "house-bot", rng)
        control["seconds"] = 12 * _HOUR + place  # no two alike, so that each finds its own
        found = [
            quick_match.quick_match(
                asker=player.asker,
                ruleset=ruleset,
                seats=seats,
                options=OPTIONS[ruleset],
                time_control=control,
            )
            for player in seekers
        ]
        loaded = found[-1].game
        assert loaded.state.status is Status.RUNNING, "everybody found the same game"
        sitting = sorted(seekers, key=lambda one: int(loaded.seat_of(one.asker.account) or 0))
        yield Played(loaded.id, ruleset, "per_move", sitting, list(sitting))


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
