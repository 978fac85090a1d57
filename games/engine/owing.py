"""Open decisions with their times, and how these move."""

from datetime import datetime, timedelta

import msgspec

from games.engine import clocks
from games.engine.clocks import Stop, TimeControl
from games.engine.decisions import Decision
from games.engine.seats import Seat
from games.engine.time_events import DeadlineMoved

# One object, for a snapshot leaves a member out if it is the very default of the class.
_NOTHING = timedelta()


class Owed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An open decision with its times.

    `opened` is the ruleset's counter plus the seat's handovers: when somebody else has to answer,
    that is a new decision, although the rules still ask for the same move.
    """

    seat: Seat
    kind: str
    opened: int
    opened_at: datetime
    due_at: datetime | None
    """None: never, or not while the game is paused."""
    on_clock: bool = False
    """Whether it is charged to the seat's clock or bank."""
    stops: tuple[Stop, ...] = ()
    """When its time has not run."""
    extra: timedelta = _NOTHING
    """What an event has given it beyond the time control: it sleeps, or the server was away."""
    extra_before: timedelta = _NOTHING
    """What of that it had before the vacation of its seat's owner began, or since it arose."""

    @property
    def key(self) -> tuple[Seat, str, int]:
        """Equal for the same decision."""
        return self.seat, self.kind, self.opened

    @property
    def running_since(self) -> datetime:
        """The time from which on it can be answered: it arose, or the game was resumed."""
        return self.stops[-1].until if self.stops else self.opened_at

    def is_due(self, now: datetime) -> bool:
        """Answer whether it is too late to answer it."""
        return self.due_at is not None and self.due_at <= now


def opened(
    decision: "Decision | Owed",
    number: int,
    at: datetime,
    control: TimeControl,
    *,
    clock: timedelta | None,
    stops: tuple[Stop, ...] = (),
) -> Owed:
    """Return a decision that arose at `at`; `clock` is None if it runs on no seat's clock."""
    return Owed(
        seat=decision.seat,
        kind=decision.kind,
        opened=number,
        opened_at=at,
        due_at=clocks.deadline(control, at, clock, stops),
        on_clock=clock is not None,
        stops=stops,
    )


def at_once(owed: Owed, at: datetime) -> Owed:
    """Return a decision that nobody answers, which is therefore due at `at`."""
    return msgspec.structs.replace(owed, due_at=at)


def paused(owed: Owed) -> Owed:
    """Return a decision that cannot be answered, and is not due, until the game is resumed."""
    return msgspec.structs.replace(owed, due_at=None)


def stopped(owed: Owed, stop: Stop, control: TimeControl, clock: timedelta | None) -> Owed:
    """Return a decision whose time has not run in `stop`: what was left before is left after it.

    `clock` is what the seat has on its clock or in its bank.
    """
    return restopped(owed, None, stop, control, clock)


def restopped(
    owed: Owed,
    before: Stop | None,
    after: Stop | None,
    control: TimeControl,
    clock: timedelta | None,
) -> Owed:
    """Return a decision with one stop in the place of another; None: of none, or by none.

    `clock` is what the seat has on its clock or in its bank.
    """
    kept = [stop for stop in owed.stops if stop != before]
    stops = (*kept, after) if after is not None else tuple(kept)
    due_at = clocks.deadline(
        control, owed.opened_at, clock if owed.on_clock else None, stops, owed.extra
    )
    return msgspec.structs.replace(owed, due_at=due_at, stops=stops)


def turned(
    owed: Owed,
    before: Stop | None,
    vacation: Stop | None,
    *,
    at: datetime,
    control: TimeControl,
    clock: timedelta | None,
) -> Owed:
    """Return a decision whose time does not run in a vacation, or runs on from `at`.

    `before` is the vacation that ends, `clock` what the seat has on its clock or in its bank. What
    quiet hours gave it because the planned end fell into them is gone when that end comes early:
    nobody has got any time.
    """
    if vacation is not None:
        known = msgspec.structs.replace(owed, extra_before=owed.extra)
        return restopped(known, before, vacation, control, clock)
    if before is None or at >= before.until:
        return restopped(owed, before, before, control, clock)
    known = msgspec.structs.replace(owed, extra=owed.extra_before)
    return restopped(known, before, Stop(before.since, at), control, clock)


def moved(owed: Owed, event: DeadlineMoved, control: TimeControl, clock: timedelta | None) -> Owed:
    """Return a decision whose deadline an event has moved; it keeps what it was given.

    `clock` is what the seat has on its clock or in its bank.
    """
    stops = owed.stops
    if event.stopped_from is not None and event.stopped_until is not None:
        stops = (*stops, Stop(event.stopped_from, event.stopped_until))
    usual = clocks.deadline(control, owed.opened_at, clock if owed.on_clock else None, stops)
    extra = _NOTHING
    if usual is not None and usual < event.due_at:
        extra = clocks.time_used(control, usual, event.due_at, stops)
    return msgspec.structs.replace(owed, due_at=event.due_at, stops=stops, extra=extra)


def left_on_clock(
    owed: Owed, closed_at: datetime, control: TimeControl, clock: timedelta
) -> timedelta:
    """Return what a seat has on its clock or in its bank after a decision was closed."""
    used = clocks.time_used(control, owed.opened_at, closed_at, owed.stops)
    return clocks.charged(control, clock, used)
