"""How long house bots think, added up by day, ruleset and strategy."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection

# Rows in one order, so that no two workers wait for each other.
_ADD = """
INSERT INTO day_of_thought (day, ruleset, strategy, decisions, seconds, longest)
VALUES ((herdbook.clock() AT TIME ZONE 'UTC')::date, %s, %s, %s, %s, %s)
ON CONFLICT (day, ruleset, strategy) DO UPDATE
SET decisions = day_of_thought.decisions + excluded.decisions,
    seconds = day_of_thought.seconds + excluded.seconds,
    longest = greatest(day_of_thought.longest, excluded.longest)
"""


class Thinker(NamedTuple):
    """A strategy of a ruleset."""

    ruleset: str
    strategy: str


@dataclass
class Thought:
    """What some decisions took, in seconds of a processor."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, decisions: int, seconds: float) -> None:
        """Count work for so many decisions, done in one piece."""
        self.decisions += decisions
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


def add(thoughts: Mapping[Thinker, Thought]) -> None:
    """Add what was counted to the sums of today."""
    with connection.cursor() as cursor:
        for thinker, thought in sorted(thoughts.items(), key=lambda item: item[0]):
            counted = (thought.decisions, thought.seconds, thought.longest)
            cursor.execute(_ADD, (*thinker, *counted))
