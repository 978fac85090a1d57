"""Players of a made-up population: honest ones of any strength, and pairs that play together.

An accomplice plays like anybody else until its partner sits at the table. Then each tells the
other its hand, and moves that would hurt the partner are put aside, cards that suit it given away.
"""

import random
from collections.abc import Sequence
from typing import Any

from bots.strategies.strategy import Strategy
from games.engine.observation import Observation, SeenEvent
from games.engine.registry import AnyRuleset
from games.engine.ruleset import State
from games.engine.seats import Seat


class Fallible(Strategy):
    """Plays as another strategy does, but now and then any legal move."""

    name = "fallible"
    cost = 0
    text = "Plays like another, with mistakes."

    def __init__(self, sound: Strategy, mistakes: float) -> None:
        self._sound = sound
        self._mistakes = mistakes

    def choose(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        legal_moves: Sequence[str],
        rng: random.Random,
    ) -> str:
        """Return any legal move in a share of the cases, else that of the sound strategy."""
        if rng.random() < self._mistakes:
            return rng.choice(legal_moves)
        return self._sound.choose(observation, history, legal_moves, rng)

    def choose_free(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        free_moves: Sequence[str],
        rng: random.Random,
    ) -> str | None:
        """Return what the sound strategy would."""
        return self._sound.choose_free(observation, history, free_moves, rng)


def kindest(
    ruleset: AnyRuleset, state: State, legal_moves: Sequence[str], partner: Seat
) -> list[str]:
    """Return the moves of the seat to act after which its partner is best off, by its own moves.

    That is told from the rules alone: how many moves of which the partner can then make, and in a
    swap how many cards of one group it would hold. Nothing of how signs are measured is in it.
    """
    goods = {text: _good(ruleset, state, text, partner) for text in legal_moves}
    best = max(goods.values())
    return [text for text in legal_moves if goods[text] == best]


def _good(ruleset: AnyRuleset, state: State, text: str, partner: Seat) -> float:
    position: Any = ruleset.to_position(state)
    hand: list[str] = position["hands"][partner]
    if text.startswith("pass:"):
        group = text.removeprefix("pass:").partition(".")[0]
        return sum(card.startswith(f"{group}.") for card in hand)
    seat = ruleset.decisions(state)[0].seat
    table = state.copy()
    try:
        ruleset.advance(table, seat, ruleset.parse_move(text), _NoCards())
    except _NoCards.AskedForError:
        return 0  # the round ends: nobody is hurt by it
    owed = ruleset.decisions(table)
    if not owed or owed[0].seat != partner:
        return 0
    moves = {str(move) for move in ruleset.legal_moves(table, partner)}
    return -1 if moves <= _HELPLESS else 0


_HELPLESS = frozenset({"take", "draw", "pass"})


class _NoCards:
    """Chance for a look ahead: there is none."""

    class AskedForError(Exception):
        """Cards would have to be shuffled."""

    def shuffle(self, cards: object, purpose: str) -> Any:
        """Raise `AskedForError`."""
        raise self.AskedForError
