"""The quiet hours of accounts, as the clocks know them."""

from collections.abc import Mapping
from datetime import time

from games.engine.clocks import QuietHours


def read_quiet_hours(time_zone: str, stored: Mapping[str, str] | None) -> QuietHours | None:
    """Return what an account has chosen, or None if no hour of it is quiet."""
    if stored is None:
        return None
    since, until = (time.fromisoformat(stored[name]) for name in ("begin", "end"))
    return QuietHours(zone=time_zone, since=since, until=until)
