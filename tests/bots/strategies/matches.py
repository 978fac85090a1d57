"""Games between strategies, each of which sees what its seat sees."""

import random
from collections.abc import Sequence

from bots.strategies.strategy import Strategy
from games.engine.chance import RandomChance
from games.engine.events import Event
from games.engine.observation import SeenEvent
from games.engine.outcome import Outcome
from games.engine.registry import AnyRuleset
from games.engine.ruleset import State
from games.engine.seats import Seat


class Match:
    """One game; `moves` are the texts played, one after the other."""

    def __init__(
        self, ruleset: AnyRuleset, strategies: Sequence[Strategy], *, seed: int, first_seat: int = 0
    ) -> None:
        self._ruleset = ruleset
        self._strategies = strategies
        self._chance = RandomChance(random.Random(seed))
        self._rngs = [random.Random(f"{seed} {seat}") for seat in range(len(strategies))]
        self._histories: list[list[SeenEvent]] = [[] for _ in strategies]
        self.moves: list[str] = []
        options = ruleset.parse_options({"first_seat": first_seat}, len(strategies))
        self._state = ruleset.blank(options, len(strategies))
        self._apply(ruleset.deal(options, len(strategies), self._chance))

    def play(self) -> Outcome:
        """Play to the end; a strategy that leaves the list of legal moves fails the test."""
        while owed := self._ruleset.decisions(self._state):
            self._move(self._state, owed[0].seat)
        outcome = self._ruleset.outcome(self._state)
        assert outcome is not None
        return outcome

    def _move(self, state: State, seat: Seat) -> None:
        """Let a seat that owes a decision make a free move, or else answer."""
        strategy = self._strategies[seat]
        observation = self._ruleset.observe(state, seat)
        seen = observation, self._histories[seat]
        free = sorted(str(move) for move in self._ruleset.free_moves(state, seat))
        text = strategy.choose_free(*seen, free, self._rngs[seat]) if free else None
        assert text is None or text in free
        if text is None:
            legal = sorted(str(move) for move in self._ruleset.legal_moves(state, seat))
            text = strategy.choose(*seen, legal, self._rngs[seat])
            assert text in legal
        self.moves.append(text)
        move = self._ruleset.parse_move(text)
        self._apply(self._ruleset.decide(state, seat, move, self._chance))

    def _apply(self, events: Sequence[Event]) -> None:
        for event in events:
            self._ruleset.evolve(self._state, event)
            for seat, history in enumerate(self._histories):
                if event.type == "RoundDealt":
                    history.clear()
                seen = event.seen_by(Seat(seat))
                history.append(SeenEvent(type=event.type, seat=event.seat, data=seen))


def share_of_wins(
    ruleset: AnyRuleset, one: Strategy, others: Strategy, *, seats: int, games: int
) -> float:
    """Return how often `one` is among the winners against `others` in all the other seats.

    The seat of `one` and the first seat go round, so that no place at the table counts.
    """
    wins = 0
    for game in range(games):
        seat, first_seat = game % seats, game // seats % seats
        strategies = [one if place == seat else others for place in range(seats)]
        outcome = Match(ruleset, strategies, seed=game, first_seat=first_seat).play()
        wins += Seat(seat) in outcome.winners
    return wins / games
