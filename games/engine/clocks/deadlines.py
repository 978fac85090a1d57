"""From a control, a seat's clock and the stops to one deadline, and to what a decision costs."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.engine.clocks.controls import Bank, Fischer, PerMove, TimeControl
from games.engine.clocks.stops import Stop, after_running, time_run

_NOTHING = timedelta()


def starting_clock(control: TimeControl) -> timedelta | None:
    """Return what each seat has on its clock, or in its bank, at the start; None: it has none."""
    match control:
        case Fischer():
            return timedelta(seconds=control.initial)
        case Bank():
            return timedelta(seconds=control.bank)
        case _:
            return None


def deadline(
    control: TimeControl,
    opened_at: datetime,
    clock: timedelta | None = None,
    stops: Sequence[Stop] = (),
    extra: timedelta = _NOTHING,
) -> datetime | None:
    """Return when a decision that arose at `opened_at` must be answered; None: never.

    `clock` is what the seat has on its clock or in its bank, None for a decision that runs on no
    seat's clock. In `stops` the time does not run. `extra` was given beyond all that.
    """
    length = _length(control, clock)
    if length is None:
        return None
    return after_running(length + extra, opened_at, stops, control.weekend_pause)


def _length(control: TimeControl, clock: timedelta | None) -> timedelta | None:
    if clock is None or isinstance(control, PerMove):
        return control.window
    return clock if isinstance(control, Fischer) else (control.window or _NOTHING) + clock


def put_off(control: TimeControl, due_at: datetime, by: timedelta) -> datetime:
    """Return a deadline that waits for so much longer; weekends without clocks do not count."""
    return after_running(by, due_at, (), control.weekend_pause)


def time_used(
    control: TimeControl, opened_at: datetime, closed_at: datetime, stops: Sequence[Stop] = ()
) -> timedelta:
    """Return how long the clock of a decision has run."""
    return time_run(opened_at, closed_at, stops, control.weekend_pause)


def charged(control: TimeControl, clock: timedelta, used: timedelta) -> timedelta:
    """Return what a seat has left on its clock or in its bank after a decision.

    A clock gains its increment however the decision was closed. Nothing is ever below nought:
    quiet hours may have given a decision more time than there was.
    """
    match control:
        case Fischer():
            gained = max(_NOTHING, clock - used) + timedelta(seconds=control.increment)
            return min(gained, timedelta(seconds=control.cap))
        case Bank():
            overrun = max(_NOTHING, used - timedelta(seconds=control.allowance))
            return max(_NOTHING, clock - overrun)
        case _:
            return clock
