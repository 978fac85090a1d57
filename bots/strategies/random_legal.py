"""The strategy that knows no rules: any legal move is as good as another."""

import random
from collections.abc import Sequence

from bots.strategies.strategy import Strategy
from games.engine.observation import Observation, SeenEvent


class RandomLegal(Strategy):
    """Plays every ruleset, badly."""

    name = "random"
    cost = 0
    text = "Picks any legal move."

    def choose(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        legal_moves: Sequence[str],
        rng: random.Random,
    ) -> str:
        """Return one of `legal_moves`, each as likely as any other."""
        return rng.choice(legal_moves)

    def choose_free(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        free_moves: Sequence[str],
        rng: random.Random,
    ) -> str | None:
        """Return one of `free_moves` or None, each as likely as any other."""
        return rng.choice([None, *free_moves])
