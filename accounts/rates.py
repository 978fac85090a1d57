"""How many messages of a channel get through: the number by which an operator sees that none do."""

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection

WINDOW = timedelta(minutes=15)
LEAST = 0.95
"""A lower rate is an alert."""
ENOUGH = 20
"""Messages that it takes to speak of a rate."""
_log = logging.getLogger("herdbook.alerts")


@dataclass(frozen=True, kw_only=True)
class Rate:
    """What became of the messages of a channel that were sent lately."""

    channel: str
    tried: int
    delivered: int

    @property
    def share(self) -> float:
        """The part that got through, from 0 to 1; of none all did."""
        return self.delivered / self.tried if self.tried else 1.0

    @property
    def is_alarming(self) -> bool:
        return self.tried >= ENOUGH and self.share < LEAST


@dataclass(frozen=True, kw_only=True)
class Channel:
    """A way by which messages leave this server."""

    name: str
    count: str
    """A statement that counts the messages tried within so many seconds, and those delivered.

    Of each the last attempt counts, so that one that is tried again weighs no more.
    """

    def rate(self) -> Rate:
        """Return how many of the messages tried lately got through."""
        with connection.cursor() as cursor:
            cursor.execute(self.count, [WINDOW.total_seconds()])
            tried, delivered = cursor.fetchone()
        return Rate(channel=self.name, tried=tried, delivered=delivered)

    def watch(self) -> Rate:
        """Log an alert if too little gets through; return the rate."""
        rate = self.rate()
        if rate.is_alarming:
            _log.error(
                "alert=delivery channel=%s delivered=%d tried=%d rate=%.3f minutes=%d",
                rate.channel,
                rate.delivered,
                rate.tried,
                rate.share,
                WINDOW.total_seconds() // 60,
            )
        return rate
