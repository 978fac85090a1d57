"""House bots hear of commits here, and ring the doorbell of the workers.

A ring only makes it faster: every decision the house owes is found by the sweep as well.
"""

from datetime import datetime
from math import ceil
from typing import Any

from django.dispatch import receiver

from bots import doorbell
from games import projections
from games.signals import committed
from games.store.load import Loaded

MAX_COUNTDOWN = 10
"""Seconds a message may wait in the broker; what is due later is the sweep's."""


@receiver(committed)
def ring_for_the_house(sender: Any, loaded: Loaded, **kwargs: Any) -> None:
    """Ring for each decision of the house that this commit opened, or let run on."""
    for timed in projections.open_decisions(loaded.id, loaded.state):
        owed = timed.owed
        if timed.not_before is None or owed.running_since != loaded.state.last_at:
            continue
        wait = _seconds(timed.not_before, loaded.now)
        if wait <= MAX_COUNTDOWN:
            doorbell.ring(str(loaded.id), owed.seat, owed.opened, countdown=wait)


def _seconds(until: datetime, now: datetime) -> float:
    """Return the countdown: milliseconds, rounded up so that nobody comes too early."""
    return max(0.0, ceil((until - now).total_seconds() * 1000) / 1000)
