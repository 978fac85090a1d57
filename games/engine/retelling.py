"""Deciding a recorded game again, to see whether the rules would record today what they did then.

A fold alone does not tell, for it believes every event. Here each recorded move, with the shuffles
that were recorded with it, goes through `decide` once more, and each deal through `deal`.
"""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import TypeAlias, cast

from games.engine.chance import ScriptedChance, ScriptError
from games.engine.endings import adjudicated
from games.engine.errors import RuleError
from games.engine.events import Event
from games.engine.evolving import begin, evolve
from games.engine.game import GameState, Status
from games.engine.lifecycle import LIFECYCLE_EVENTS, GameCreated, GameFinished, GameStarted
from games.engine.outcome import EndReason, Outcome

Fields: TypeAlias = Collection[str] | None
"""The fields with which an event was stored, if an upcaster has filled in others; None: all."""


class ToldOtherwiseError(Exception):
    """The rules would record something else; the text names no card."""

    def __init__(self, place: int, text: str) -> None:
        super().__init__(text)
        self.place = place
        """Of the event in its commit, from 0."""


def check_commit(
    before: GameState | None, events: Sequence[Event], at: datetime, stored: Sequence[Fields]
) -> None:
    """Raise `ToldOtherwiseError` unless the rules would record these events today.

    `before` is the state before the commit, None for the one that creates the game; `stored` has
    what can be compared of each event. What only people decide, such as to resign, is taken as it
    stands. Raises `RulesNotInstalledError`.
    """
    if before is None:
        state, told = begin(cast("GameCreated", events[0]), at), 1
    else:
        state, told = before.copy(), 0
    _Retelling(state, events, at, stored, told).check()


class _Retelling:
    """One commit on its way through the rules."""

    def __init__(
        self,
        state: GameState,
        events: Sequence[Event],
        at: datetime,
        stored: Sequence[Fields],
        told: int,
    ) -> None:
        self._state = state
        self._events = events
        self._at = at
        self._stored = stored
        self._told = told
        """How many of the events are applied."""
        self._chance = ScriptedChance(
            order for _, order in filter(None, (event.shuffle() for event in events))
        )
        self._expected: deque[Event] = deque()
        """What the rules would record next."""

    def check(self) -> None:
        """Raise `ToldOtherwiseError` at the first event that they would not record."""
        for event in self._events[self._told :]:
            if isinstance(event, LIFECYCLE_EVENTS):
                self._check_end(event)
            else:
                self._check_same(event)
            evolve(self._state, event, self._at)
            if isinstance(event, GameStarted):
                self._expected.extend(self._dealt())
            self._told += 1
        self._told -= 1  # what is missing is missing behind the last event
        if self._expected:
            raise self._otherwise(f"{self._expected[0].type} would follow")
        if self._chance.left():
            raise self._otherwise("fewer shuffles would be needed")
        if self._state.status is Status.RUNNING and any(_by_rules(self._state)):
            raise self._otherwise("the game would be over")

    def _check_same(self, event: Event) -> None:
        if not self._expected:
            self._expected.extend(self._decided())
        expected = self._expected.popleft()
        if expected.type != event.type:
            raise self._otherwise(f"{expected.type} would stand in the place of {event.type}")
        if not _is_same(expected, event, self._stored[self._told]):
            raise self._otherwise(f"{event.type} would say something else")

    def _decided(self) -> list[Event]:
        """Return what the rules record of the move that this event, or one behind it, tells of."""
        later = self._events[self._told :]
        event = next((event for event in later if event.move() is not None), None)
        if event is None or event.seat is None:
            raise self._otherwise(f"no move leads to {later[0].type}")
        rules = self._state.game_rules
        try:
            move = rules.parse_move(event.move() or "")
            return rules.decide(self._state.rules_state, event.seat, move, self._chance)
        except RuleError as refusal:
            raise self._otherwise(f"a move would be refused: {refusal.code}") from None
        except ScriptError:
            raise self._otherwise("other cards would be shuffled") from None

    def _dealt(self) -> list[Event]:
        rules, seats = self._state.game_rules, len(self._state.seats)
        try:
            return rules.deal(self._state.parsed_options(), seats, self._chance)
        except ScriptError:
            raise self._otherwise("other cards would be dealt") from None

    def _check_end(self, event: Event) -> None:
        if not isinstance(event, GameFinished):
            return
        if self._expected:
            raise self._otherwise(f"{self._expected[0].type} would come before the end")
        outcomes = [
            *_by_rules(self._state),
            *_by_giving_up(self._state, event.outcome.reason),
            *_by_order(self._state, event.outcome),
        ]
        if event.outcome not in outcomes:
            text = "the game would end otherwise" if outcomes else "the game would not be over"
            raise self._otherwise(text)

    def _otherwise(self, text: str) -> ToldOtherwiseError:
        return ToldOtherwiseError(self._told, text)


def _is_same(expected: Event, event: Event, fields: Fields) -> bool:
    if fields is None:
        return expected == event
    known = [name for name in event.__struct_fields__ if name in fields]
    return all(getattr(expected, name) == getattr(event, name) for name in known)


def _by_rules(state: GameState) -> Iterator[Outcome]:
    outcome = state.game_rules.outcome(state.rules_state, state.resigned)
    if outcome is not None:
        yield outcome


def _by_order(state: GameState, outcome: Outcome) -> Iterator[Outcome]:
    """Yield the end that staff decided: who wins is theirs to say, and nothing else."""
    if outcome.reason is EndReason.ADJUDICATED:
        yield adjudicated(state, outcome.winners)


def _by_giving_up(state: GameState, reason: EndReason) -> Iterator[Outcome]:
    """Yield how a game ends when too few seats still play."""
    if reason in {EndReason.RESIGNATION, EndReason.EXPIRY} and state.resigned:
        playing = [seat for seat in state.seat_numbers if seat not in state.resigned]
        yield Outcome.of(
            winners=playing, scores=state.scores(), seats=len(state.seats), reason=reason
        )
