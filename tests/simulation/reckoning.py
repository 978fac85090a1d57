"""Times reckoned once more, in another way than the product does, to hold its clocks against."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import TypeAlias
from zoneinfo import ZoneInfo

from games.engine.clocks import Bank, Fischer, PerMove, QuietHours, TimeControl

Span: TypeAlias = tuple[datetime, datetime]
_NOTHING = timedelta()
_SATURDAY = 5


def weekends(zone: str | None, since: datetime, until: datetime) -> Iterator[Span]:
    """Yield the weekends of a time zone that touch a span of time, day by day."""
    if zone is None:
        return
    place = ZoneInfo(zone)
    day = since.astimezone(place).date() - timedelta(days=2)
    while day <= until.astimezone(place).date():
        if day.weekday() >= _SATURDAY:
            ends = day + timedelta(days=1)
            yield _midnight(day, place), _midnight(ends, place)
        day += timedelta(days=1)


def _midnight(day: date, place: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), place).astimezone(UTC)


def time_run(
    since: datetime, until: datetime, stops: Sequence[Span], zone: str | None
) -> timedelta:
    """Return how long a clock has run: each piece between two ends of stops, if no stop holds it."""
    spans = [*stops, *weekends(zone, since, until)]
    edges = {since, until} | {edge for span in spans for edge in span if since < edge < until}
    ordered, run = sorted(edges), _NOTHING
    for begin, end in pairwise(ordered):
        if not any(span[0] <= begin and end <= span[1] for span in spans):
            run += end - begin
    return run


def time_promised(control: TimeControl, clock: timedelta | None) -> timedelta:
    """Return how long a decision may take; `clock` is None where it runs on no clock or bank."""
    match control:
        case PerMove(seconds=seconds):
            return timedelta(seconds=seconds)
        case Fischer(initial=initial, increment=increment):
            return timedelta(seconds=increment or initial) if clock is None else clock
        case Bank(allowance=allowance):
            return timedelta(seconds=allowance) + (clock or _NOTHING)
        case _:
            raise AssertionError("nothing is ever due")


def left_on_clock(control: TimeControl, clock: timedelta, used: timedelta) -> timedelta:
    """Return what is left of a clock or bank after a decision that took so long."""
    match control:
        case Fischer(increment=increment, cap=cap):
            rest = clock - used if used < clock else _NOTHING
            return min(rest + timedelta(seconds=increment), timedelta(seconds=cap))
        case Bank(allowance=allowance):
            over = used - timedelta(seconds=allowance)
            return clock if over < _NOTHING else clock - min(over, clock)
        case _:
            return clock


def is_quiet(hours: QuietHours, at: datetime) -> bool:
    """Answer whether somebody sleeps, by the minutes of their own day."""
    local = at.astimezone(ZoneInfo(hours.zone)).time()
    if hours.since <= hours.until:
        return hours.since <= local < hours.until
    return not hours.until <= local < hours.since
