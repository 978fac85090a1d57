"""What the scenes of a demo share: who is there, and which games they have named."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from accounts.moderation.actors import Actor
from config.demo.people import Person
from games.engine.time_events import DecisionExpired
from games.services import deadlines
from games.store import load

_LONGEST = 10.0
"""Seconds that a decision of one second may take to be due."""


@dataclass
class Stage:
    """The people, and the games that are spoken of afterwards."""

    people: Mapping[str, Person]
    rng: random.Random
    games: dict[str, UUID] = field(default_factory=dict)

    def of(self, names: str) -> list[Person]:
        """Return people by their names, with blanks between."""
        return [self.people[name] for name in names.split()]

    def staff(self, name: str) -> Actor:
        """Return somebody of the staff, for a service."""
        return self.people[name].actor


def let_expire(game: UUID) -> None:
    """Wait until a decision of a second has expired; workers that run may be faster."""
    until = time.monotonic() + _LONGEST
    while not load.events_of_type(game, DecisionExpired) and time.monotonic() < until:
        time.sleep(0.1)
        deadlines.expire_game(game)
