"""When clocks stand still: pauses and vacations, which the log tells, and weekends, computed.

A stop is half-open: a clock that stands still from noon on has run until noon.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from heapq import merge
from zoneinfo import ZoneInfo

import msgspec

_SATURDAY = 5
_DAY = timedelta(days=1)
_NOTHING = timedelta()


class Stop(msgspec.Struct, frozen=True, order=True, array_like=True):
    """A time, `since` until just before `until`, in which a clock does not run."""

    since: datetime
    until: datetime


def after_running(
    length: timedelta, since: datetime, stops: Sequence[Stop] = (), weekend: str | None = None
) -> datetime:
    """Return when a clock that is started at `since` has run for `length`.

    It stands still in `stops`, and at the weekends of the time zone `weekend`.
    """
    left, at = length, since
    for stop in _in_order(since, stops, weekend):
        if at + left <= stop.since:
            break
        if stop.since > at:
            left -= stop.since - at
        at = max(at, stop.until)
    return at + left


def time_run(
    since: datetime, until: datetime, stops: Sequence[Stop] = (), weekend: str | None = None
) -> timedelta:
    """Return how long a clock has run from `since` to `until`; the inverse of `after_running`."""
    run = until - since
    for stop in _in_order(since, stops, weekend):
        if stop.since >= until:
            break
        run -= max(_NOTHING, min(until, stop.until) - max(since, stop.since))
    return run


def is_stopped(at: datetime, weekend: str | None) -> Stop | None:
    """Return the weekend of the time zone `weekend` in which `at` lies, or None."""
    if weekend is None:
        return None
    first = next(_weekends(ZoneInfo(weekend), at))
    return first if first.since <= at < first.until else None


def _in_order(since: datetime, stops: Sequence[Stop], weekend: str | None) -> Iterable[Stop]:
    """Return the stops that are not over at `since`, in order, none of which touch each other.

    With a weekend they have no end.
    """
    if weekend is None and not stops:
        return ()
    weekends = () if weekend is None else _weekends(ZoneInfo(weekend), since)
    return (one for one in _joined(merge(sorted(stops), weekends)) if one.until > since)


def _joined(ordered: Iterable[Stop]) -> Iterator[Stop]:
    whole: Stop | None = None
    for one in ordered:
        if whole is None or one.since > whole.until:
            if whole is not None:
                yield whole
            whole = one
        elif one.until > whole.until:
            whole = Stop(whole.since, one.until)
    if whole is not None:
        yield whole


def _weekends(zone: ZoneInfo, since: datetime) -> Iterator[Stop]:
    """Yield weekends for ever, the one in which `since` lies, or the one before, first."""
    day = since.astimezone(zone).date()
    saturday = day - _DAY * ((day.weekday() - _SATURDAY) % 7)
    while True:
        yield Stop(_midnight(saturday, zone), _midnight(saturday + 2 * _DAY, zone))
        saturday += 7 * _DAY


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return when a day begins; where clocks skip that hour, when they have skipped it."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
