"""When something was broken on purpose, and how long after that things may still be slow."""

from collections.abc import Sequence
from dataclasses import dataclass

QUICK = 10.0
"""Seconds in which the house moves and a decision expires when nothing is broken."""
AFTER = 30.0
"""Seconds after a fault in which they do."""
READY = 5.0
"""Seconds after PostgreSQL takes connections again in which the web processes are ready."""
HEALING = 10.0
"""Seconds after a fault in which a request may still be answered with 503, or not at all."""


@dataclass(frozen=True)
class Window:
    """One fault: from its beginning until all that it broke was up again."""

    fault: str
    begin: float
    end: float


def may_fail(windows: Sequence[Window], sent: float, got: float) -> bool:
    """Answer whether a request of that time may be refused with 503, or stay unanswered."""
    return any(one.begin <= got and sent <= one.end + HEALING for one in windows)


def latest(windows: Sequence[Window], due: float) -> float:
    """Return until when that which is due must have happened."""
    limit = due + QUICK
    for one in sorted(windows, key=lambda window: window.begin):
        if one.begin <= limit and one.end >= due:
            limit = max(limit, one.end + AFTER)
        elif one.end < due <= one.end + AFTER:
            limit = max(limit, one.end + AFTER + QUICK)
    return limit
