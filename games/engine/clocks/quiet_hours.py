"""Quiet hours: a time of each day, chosen by a player, in which no deadline of theirs falls."""

from datetime import UTC, datetime, time, timedelta
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
        # Where clocks are set back, the end may come twice: the first that lies ahead counts.
        ends = (
            datetime.combine(day, self.until.replace(fold=fold), local.tzinfo).astimezone(UTC)
            for fold in (0, 1)
        )
        return next((end for end in ends if end > at), None)

    def awake(self, due_at: datetime, weekend: str | None) -> datetime:
        """Return the first time from `due_at` on that is outside of the quiet hours.

        One that was put off is put off to the end of the weekend as well.
        """
        moved = due_at
        while (end := self.end_after(moved)) is not None:
            stopped = is_stopped(end, weekend)
            moved = end if stopped is None else stopped.until
        return moved
