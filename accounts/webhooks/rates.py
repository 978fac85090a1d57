"""How many messages get through: the number by which an operator sees that none do."""

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection

from accounts.webhooks.leasing import TEST

WINDOW = timedelta(minutes=15)
LEAST = 0.95
"""A lower rate is an alert."""
ENOUGH = 20
"""Messages that it takes to speak of a rate."""
CHANNEL = "webhooks"
_log = logging.getLogger("herdbook.alerts")
# Of each message the last attempt counts, so that one that is tried again weighs no more.
_COUNT = f"""
SELECT count(*), count(*) FILTER (WHERE state = 'delivered')
FROM webhook_delivery
WHERE attempted_at > (SELECT herdbook.clock()) - make_interval(secs => %s) AND type <> '{TEST}'
"""  # noqa: S608 - made of constants


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


def delivery_rate(window: timedelta = WINDOW) -> Rate:
    """Return the rate of all webhooks together."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [window.total_seconds()])
        tried, delivered = cursor.fetchone()
    return Rate(channel=CHANNEL, tried=tried, delivered=delivered)


def watch() -> Rate:
    """Log an alert if too little gets through; return the rate."""
    rate = delivery_rate()
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
