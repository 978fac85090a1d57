"""How many mails get through, and how many wait."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import connection

from accounts.rates import WINDOW, Rate, alert

CHANNEL = "mails"
MOST = 60.0
"""Seconds after which a mail that could be sent, and is not, is a sign that nobody sends."""
# Of each mail the last attempt counts, so that one that is tried again weighs no more.
_COUNT = """
SELECT count(*) FILTER (WHERE state <> 'waiting' OR failure <> ''),
  count(*) FILTER (WHERE state = 'sent')
FROM mail WHERE attempted_at > (SELECT herdbook.clock()) - make_interval(secs => %s)
"""
_BACKLOG = """
SELECT count(*), coalesce(extract(epoch FROM herdbook.clock() - min(due_at) FILTER (
  WHERE due_at <= (SELECT herdbook.clock())
    AND (leased_until IS NULL OR leased_until <= (SELECT herdbook.clock())))), 0)
FROM mail WHERE due_at IS NOT NULL
"""


@dataclass(frozen=True, kw_only=True)
class Backlog:
    """What waits to be sent."""

    waiting: int
    """Mails that are to be sent, now or later."""
    seconds: float
    """How long the one that waits the longest for a worker has been waiting."""

    @property
    def is_stuck(self) -> bool:
        return self.seconds > MOST


def delivery_rate(window: timedelta = WINDOW) -> Rate:
    """Return how many mails got through lately."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [window.total_seconds()])
        tried, delivered = cursor.fetchone()
    return Rate(channel=CHANNEL, tried=tried, delivered=delivered)


def backlog() -> Backlog:
    """Count what waits."""
    with connection.cursor() as cursor:
        cursor.execute(_BACKLOG)
        waiting, seconds = cursor.fetchone()
    return Backlog(waiting=waiting, seconds=float(seconds))


def watch() -> Rate:
    """Log an alert if too few mails get through; return the rate."""
    rate = delivery_rate()
    alert(rate)
    return rate
