"""One game between strategies, each of which sees what its seat sees."""

import random
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bots.strategies.strategy import Strategy
from games.engine.cards import Card
from games.engine.chance import RandomChance
from games.engine.events import Event
from games.engine.observation import SeenEvent
from games.engine.outcome import Outcome
from games.engine.registry import AnyRuleset
from games.engine.ruleset import State
from games.engine.seats import Seat


class StrayMoveError(Exception):
    """A strategy named a move that it was not offered."""


class Deals:
    """The shuffles of a seed, a line of its own for each purpose.

    So the third deal of two games is the same, however often cards were recycled before it.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._lines: dict[str, RandomChance] = {}

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        """Return `cards` in the next order of this purpose."""
        if purpose not in self._lines:
            rng = random.Random(f"{self._seed} {purpose}")  # noqa: S311 - a match, no real deal
            self._lines[purpose] = RandomChance(rng)
        return self._lines[purpose].shuffle(cards, purpose)


class Match:
    """One game; `moves` are the texts played, one after the other."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        strategies: Sequence[Strategy],
        *,
        seed: int,
        first_seat: int = 0,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        seats = len(strategies)
        self._ruleset = ruleset
        self._strategies = strategies
        self._chance = Deals(seed)
        self._rngs = [
            random.Random(f"{seed} {seat}")  # noqa: S311 - a way to play, no secret
            for seat in range(seats)
        ]
        self._histories: list[list[SeenEvent]] = [[] for _ in strategies]
        self.moves: list[str] = []
        parsed = ruleset.parse_options({**options, "first_seat": first_seat}, seats)
        self._state = ruleset.blank(parsed, seats)
        self._apply(ruleset.deal(parsed, seats, self._chance))

    def play(self) -> Outcome:
        """Play to the end; raise `StrayMoveError` if a strategy leaves the list of its moves."""
        while owed := self._ruleset.decisions(self._state):
            self._move(self._state, owed[0].seat)
        outcome = self._ruleset.outcome(self._state)
        assert outcome is not None, "nobody owes a decision any more"
        return outcome

    def _move(self, state: State, seat: Seat) -> None:
        """Let a seat that owes a decision make a free move, or else answer."""
        strategy, rng = self._strategies[seat], self._rngs[seat]
        seen = self._ruleset.observe(state, seat), self._histories[seat]
        offered = sorted(str(move) for move in self._ruleset.free_moves(state, seat))
        text = strategy.choose_free(*seen, offered, rng) if offered else None
        if text is None:
            offered = self._offered(state, seat)
            text = strategy.choose(*seen, offered, rng)
        if text not in offered:
            raise StrayMoveError(f"{strategy.name} named {text!r}, which is none of {offered}.")
        self.moves.append(text)
        move = self._ruleset.parse_move(text)
        self._apply(self._ruleset.decide(state, seat, move, self._chance))

    def _offered(self, state: State, seat: Seat) -> list[str]:
        """Return the legal moves as they are put before a strategy."""
        return sorted(str(move) for move in self._ruleset.legal_moves(state, seat))

    def _apply(self, events: Sequence[Event]) -> None:
        for event in events:
            self._ruleset.evolve(self._state, event)
            for seat, history in enumerate(self._histories):
                if event.type == "RoundDealt":
                    history.clear()
                seen = event.seen_by(Seat(seat))
                history.append(SeenEvent(type=event.type, seat=event.seat, data=seen))
