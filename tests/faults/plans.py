"""Which games are played, and by whom: drawn from the seed, in turn of all four rulesets."""

import random
from dataclasses import dataclass
from typing import Any

RULESETS: dict[str, dict[str, Any]] = {
    "mow": {"limit": 12},
    "farmyard-cries": {"target": 1},
    "family-favourites": {"hands": 1, "turn_cap": 120},
    "tortoise": {"turn_cap": 120},
}
"""With the options of a short game."""
POLICIES = ("house-bot", "default-move", "forfeit")
LONG = 3_600
"""Seconds that no decision of a game takes, whatever fails."""
SHORT = (5, 6)
"""Seconds for a decision where somebody is silent."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One game."""

    ruleset: str
    seats: tuple[str, ...]
    """`me` and `open` for clients, `house`, `silent` for a client that never answers."""
    seconds: int
    on_expiry: str

    def body(self) -> dict[str, Any]:
        """Return the request that makes it."""
        # Farmyard Cries goes on until somebody has sense enough to win a round.
        strategy = "normal" if self.ruleset == "farmyard-cries" else "random"
        return {
            "ruleset": self.ruleset,
            "seats": [_wanted(seat, strategy) for seat in self.seats],
            "options": RULESETS[self.ruleset],
            "time_control": {
                "kind": "per_move",
                "seconds": self.seconds,
                "on_expiry": self.on_expiry,
            },
        }


def _wanted(seat: str, strategy: str) -> dict[str, str]:
    if seat == "house":
        return {"kind": "house", "strategy": strategy}
    return {"kind": "me" if seat == "me" else "open"}


def draw(number: int, rng: random.Random, *, house: bool = False) -> Plan:
    """Return the plan of the game with this number; with `house`, of one that the house plays."""
    ruleset = list(RULESETS)[number % len(RULESETS)]
    others = rng.choice((["house"], ["open"], ["house", "house"], ["open", "house"]))
    silent = number // len(RULESETS) % 3 == 1
    if house or number // len(RULESETS) % 4 == 3:
        # Nobody but the house plays, and somebody watches.
        seats = ["house"] * rng.choice((2, 3, 4))
    else:
        seats = ["me", *others, *(["silent"] if silent else [])]
        rng.shuffle(seats)
    silent = silent and "silent" in seats
    return Plan(
        ruleset=ruleset,
        seats=tuple(seats),
        seconds=rng.randint(*SHORT) if silent else LONG,
        on_expiry=rng.choice(POLICIES) if silent else "default-move",
    )
