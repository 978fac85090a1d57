"""What a strategy is: it sees what a seat sees, and names one of its legal moves."""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from games.engine.observation import Observation, SeenEvent


class Strategy(ABC):
    """A pure chooser of moves. The same arguments always give the same move."""

    name: ClassVar[str]
    """Its name in the API, unique for a ruleset."""
    cost: ClassVar[int]
    """How many playouts one decision takes; 0 for a strategy that plays none."""
    text: ClassVar[str]
    """One sentence for people who choose an opponent."""

    @abstractmethod
    def choose(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        legal_moves: Sequence[str],
        rng: random.Random,
    ) -> str:
        """Return one of `legal_moves`, which are texts in sorted order and at least one.

        `history` holds the events since the last deal as this seat was shown them.
        """

    def choose_free(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        free_moves: Sequence[str],
        rng: random.Random,
    ) -> str | None:
        """Return one of `free_moves` to be made first, or None to go straight to the decision.

        Asked when the seat owes a decision and has free moves, at no other time.
        """
        return None
