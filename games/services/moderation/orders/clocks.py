"""Orders about time: let a game rest, let it go on, give a decision another deadline."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from accounts.moderation.errors import BadOrderError, NothingToDoError
from games.engine import clocks
from games.engine.game import Status
from games.engine.order_events import OrderKind
from games.engine.owing import Owed
from games.engine.time_events import DeadlineMoved, GamePaused, GameResumed, MoveReason
from games.services.execute import Decided
from games.services.moderation.orders.order import (
    Order,
    find_seat,
    must_be,
    rules_must_answer,
)
from games.store.load import Loaded

SHORTEST = timedelta(minutes=1)
"""A pause that ends before, or a deadline that comes before, helps nobody."""
LONGEST_PAUSE = timedelta(days=30)
"""Then a game goes on by itself, though everybody has forgotten it."""
LATEST = timedelta(days=90)
"""So far ahead a deadline may be put."""


@dataclass(frozen=True, kw_only=True)
class Pause(Order):
    """Let a running game rest; no seat pays for it. Taken back by `Resume`."""

    kind: ClassVar[OrderKind] = OrderKind.PAUSE
    resume_at: datetime
    """When it goes on by itself."""

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse an end that is near or very far."""
        must_be(loaded, Status.RUNNING)
        rules_must_answer(loaded)
        _must_lie(self.resume_at, loaded, within=LONGEST_PAUSE, field="resume_at")
        return Decided(events=[GamePaused(resume_at=self.resume_at)])


@dataclass(frozen=True, kw_only=True)
class Resume(Order):
    """Let a paused game go on, whoever paused it. Taken back by `Pause`."""

    kind: ClassVar[OrderKind] = OrderKind.RESUME

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse unless it rests."""
        must_be(loaded, Status.PAUSED)
        rules_must_answer(loaded)
        return Decided(events=[GameResumed()])


@dataclass(frozen=True, kw_only=True)
class Extend(Order):
    """Give the decision that a seat owes another deadline.

    Never one before that which the time control gives: so it takes back an earlier extension, and
    nothing else.
    """

    kind: ClassVar[OrderKind] = OrderKind.EXTEND
    seat: int
    due_at: datetime

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse where no person or bot account owes anything by a deadline."""
        must_be(loaded, Status.RUNNING)
        rules_must_answer(loaded)
        seat = find_seat(loaded, self.seat)
        record, owed = loaded.state.seats[seat], loaded.state.owed_by(seat)
        if owed is None or owed.due_at is None:
            raise BadOrderError("seat", "This seat owes no decision that has a deadline.")
        if record.played_by_house:
            raise BadOrderError("seat", "The house plays this seat; it needs no time.")
        _must_lie(self.due_at, loaded, within=LATEST, field="due_at")
        if self.due_at == owed.due_at:
            raise NothingToDoError("That is the deadline already.")
        if self.due_at < min(_usual(loaded, owed), owed.due_at):
            raise BadOrderError("due_at", "A seat keeps the time that its clock gives it.")
        moved = DeadlineMoved(seat=seat, due_at=self.due_at, reason=MoveReason.ORDER)
        return Decided(events=[moved])


def _usual(loaded: Loaded, owed: Owed) -> datetime:
    """Return when a decision would be due if nothing had been given to it."""
    state = loaded.state
    clock = state.seats[owed.seat].clock if owed.on_clock else None
    usual = clocks.deadline(state.time_control, owed.opened_at, clock, owed.stops)
    assert usual is not None, "a decision with a deadline has a usual one"
    return usual


def _must_lie(moment: datetime, loaded: Loaded, *, within: timedelta, field: str) -> None:
    if moment.tzinfo is None:
        raise BadOrderError(field, "Say of which time zone this is.")
    if not loaded.now + SHORTEST <= moment <= loaded.now + within:
        raise BadOrderError(
            field, f"This must lie at least a minute and at most {within.days} days ahead."
        )
