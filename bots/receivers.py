"""House bots hear of commits here, and ring the doorbell of the workers.

A ring only makes it faster: every decision the house owes is found by the sweep as well.
"""

import logging
import time
from datetime import datetime
from math import ceil
from typing import Any

from django.dispatch import receiver
from kombu.exceptions import OperationalError

from bots import tasks
from games import projections
from games.signals import committed
from games.store.load import Loaded

MAX_COUNTDOWN = 10
"""Seconds a message may wait in the broker; what is due later is the sweep's."""
SILENCE = 5.0
"""Seconds without a ring after one that failed, so that a broker that is away slows nobody."""
_log = logging.getLogger("herdbook.bots")


class _Doorbell:
    """Sends tasks, and gives up for a while when the broker does not answer."""

    def __init__(self) -> None:
        self._silent_until = 0.0

    def ring(self, game: str, seat: int, opened: int, *, countdown: float) -> None:
        """Ask a worker to answer a decision of the house, in `countdown` seconds."""
        if time.monotonic() < self._silent_until:
            return
        try:
            tasks.answer.apply_async(args=(game, seat, opened), countdown=countdown, retry=False)
        except (OperationalError, OSError) as error:
            self._silent_until = time.monotonic() + SILENCE
            _log.warning("the broker does not answer (%s); the sweep takes over", error)


_doorbell = _Doorbell()


@receiver(committed)
def ring_for_the_house(sender: Any, loaded: Loaded, **kwargs: Any) -> None:
    """Ring for each decision of the house that this commit opened."""
    for timed in projections.open_decisions(loaded.id, loaded.state):
        owed = timed.owed
        if timed.not_before is None or owed.opened_at != loaded.state.last_at:
            continue
        wait = _seconds(timed.not_before, loaded.now)
        if wait <= MAX_COUNTDOWN:
            _doorbell.ring(str(loaded.id), owed.seat, owed.opened, countdown=wait)


def _seconds(until: datetime, now: datetime) -> float:
    """Return the countdown: milliseconds, rounded up so that nobody comes too early."""
    return max(0.0, ceil((until - now).total_seconds() * 1000) / 1000)
