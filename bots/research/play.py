"""A game in which one seat acts at a time, whatever the ruleset: what the adapters are made of.

Of several open decisions the first one is to be answered. A seat that owes one may make its free
moves (cries) too, as a house bot may. A game that goes on for too long is cut off.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from bots.research.actions import actions_of
from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.observation import Observation, SeenEvent
from games.engine.registry import AnyRuleset
from games.engine.seats import Seat


class Play:
    """One game of a ruleset. A copy goes its own way."""

    def __init__(
        self, ruleset: AnyRuleset, seats: int, options: Mapping[str, Any], max_moves: int
    ) -> None:
        self.ruleset = ruleset
        self.seats = [Seat(seat) for seat in range(seats)]
        self.actions = actions_of(ruleset)
        self.max_moves = max_moves
        # A cap of the rules would end games; here a game that is too long is cut off instead.
        uncapped = {"turn_cap": 0} if hasattr(ruleset.options_type(), "turn_cap") else {}
        self._options = ruleset.parse_options({**uncapped, **options}, seats)
        self._state = ruleset.blank(self._options, seats)
        self._log: list[Event] = []
        self._moves = 0

    def copy(self) -> "Play":
        """Return an independent copy."""
        twin = object.__new__(Play)
        twin.__dict__ |= self.__dict__
        twin._state, twin._log = self._state.copy(), self._log.copy()
        return twin

    # --- going on ---

    def deal(self, chance: Chance) -> None:
        """Deal the first round."""
        self._apply(self.ruleset.deal(self._options, len(self.seats), chance))

    def act(self, number: int, chance: Chance) -> None:
        """Make a move; raise `RuleError` if it is not legal. What `chance` raises changes nothing."""
        move, seat = self.actions.move(number), self.to_act()
        self._apply(self.ruleset.decide(self._state, seat, move, chance))
        self._moves += 1

    def _apply(self, events: list[Event]) -> None:
        for event in events:
            self.ruleset.evolve(self._state, event)
        self._log += events

    # --- questions ---

    @property
    def is_over(self) -> bool:
        """Answer whether the rules have ended the game."""
        return self.ruleset.outcome(self._state) is not None

    @property
    def is_cut_off(self) -> bool:
        """Answer whether the game has become too long."""
        return not self.is_over and self._moves >= self.max_moves

    def to_act(self) -> Seat:
        """Return the seat that has to act now, in a game that goes on."""
        return self.ruleset.decisions(self._state)[0].seat

    def legal(self) -> list[int]:
        """Return the numbers of what the seat to act may do, ascending."""
        seat = self.to_act()
        moves = self.ruleset.legal_moves(self._state, seat)
        return self.actions.numbers([*moves, *self.ruleset.free_moves(self._state, seat)])

    def returns(self) -> list[float]:
        """Return 1 for winners and -1 for losers, 0 for all as long as there are none."""
        outcome = self.ruleset.outcome(self._state)
        if outcome is None:
            return [0.0] * len(self.seats)
        return [1.0 if seat in outcome.winners else -1.0 for seat in self.seats]

    def observation(self, seat: Seat | None) -> Observation:
        """Return what a seat, or a spectator, may know of the table as it is."""
        return self.ruleset.observe(self._state, seat)

    def history(self, seat: Seat | None) -> list[SeenEvent]:
        """Return all that a seat, or a spectator, was ever shown."""
        return [
            SeenEvent(type=event.type, seat=event.seat, data=event.seen_by(seat))
            for event in self._log
        ]

    def text_of_table(self, seat: Seat | None) -> str:
        """Return the observation as JSON."""
        return _json(self.observation(seat))

    def text_of_own_part(self, seat: Seat) -> str:
        """Return as JSON only what a seat sees otherwise than a spectator does."""
        public, own = self.observation(None).table(), self.observation(seat).table()
        return _json({key: value for key, value in own.items() if value != public[key]})

    def text_of_history(self, seat: Seat | None) -> str:
        """Return the information state as JSON: all that was shown, and the table as it is."""
        return _json({"history": self.history(seat), "table": self.observation(seat)})

    def text_of_state(self) -> str:
        """Return the whole truth as JSON."""
        return _json(self.ruleset.to_position(self._state))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
