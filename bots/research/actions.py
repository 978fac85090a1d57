"""Moves as numbers: the place of a move's text among all texts of its ruleset, sorted."""

import functools
from collections.abc import Iterable

from games.engine.registry import AnyRuleset
from games.engine.ruleset import Move


class Actions:
    """The fixed numbers of a ruleset's moves, the same in every game and process."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._moves = sorted(ruleset.every_move(), key=str)
        self._numbers = {str(move): number for number, move in enumerate(self._moves)}

    def __len__(self) -> int:
        return len(self._moves)

    def move(self, number: int) -> Move:
        """Return the move with this number."""
        return self._moves[number]

    def numbers(self, moves: Iterable[Move]) -> list[int]:
        """Return the numbers of moves, ascending."""
        return sorted(self._numbers[str(move)] for move in moves)


actions_of = functools.cache(Actions)
"""The actions of a ruleset, made once."""
