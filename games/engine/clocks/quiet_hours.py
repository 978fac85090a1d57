"""Quiet hours: a time of each day, chosen by a player, in which no deadline of theirs falls."""

from bisect import bisect_left
from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

import msgspec

from games.engine.clocks.stops import is_stopped


class QuietHours(msgspec.Struct, frozen=True, kw_only=True):
    """From one time of the day to just before another, perhaps of the next day."""

    zone: str
    since: time
    until: time

    def end_after(self, at: datetime) -> datetime | None:
        """Return when the quiet hours in which `at` lies are over, or None outside of them."""
        local = at.astimezone(ZoneInfo(self.zone))
        clock = local.time()
        if self.since <= self.until:
            is_quiet = self.since <= clock < self.until
        else:
            is_quiet = clock >= self.since or clock < self.until
        if not is_quiet:
            return None
        day = local.date() + timedelta(days=1 if clock >= self.until else 0)
        first, second = (
            datetime.combine(day, self.until.replace(fold=fold), local.tzinfo).astimezone(UTC)
            for fold in (0, 1)
        )
        if second < first:  # clocks are set forward over it: it is that moment that ends them
            return _set_forward(second, first, local.tzinfo)
        # Where clocks are set back, the end may come twice: the first that lies ahead counts.
        return next((end for end in (first, second) if end > at), None)

    def awake(self, due_at: datetime, weekend: str | None) -> datetime:
        """Return the first time from `due_at` on that is outside of the quiet hours.

        One that was put off is put off to the end of the weekend as well.
        """
        moved = due_at
        while (end := self.end_after(moved)) is not None:
            stopped = is_stopped(end, weekend)
            moved = end if stopped is None else stopped.until
        return moved


def _set_forward(before: datetime, behind: datetime, zone: tzinfo | None) -> datetime:
    """Return when, between two times, clocks were set forward: the first with the later offset."""
    later = behind.astimezone(zone).utcoffset()
    seconds = range(int((behind - before).total_seconds()))
    passed = bisect_left(
        seconds,
        True,
        key=lambda one: (before + timedelta(seconds=one)).astimezone(zone).utcoffset() == later,
    )
    return before + timedelta(seconds=passed)
