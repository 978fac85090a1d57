"""How many messages to webhooks get through."""

from datetime import timedelta

from django.db import connection

from accounts.rates import WINDOW, Rate, alert
from accounts.webhooks.leasing import TEST

CHANNEL = "webhooks"
# Of each message the last attempt counts, so that one that is tried again weighs no more.
_COUNT = f"""
SELECT count(*), count(*) FILTER (WHERE state = 'delivered')
FROM webhook_delivery
WHERE attempted_at > (SELECT herdbook.clock()) - make_interval(secs => %s) AND type <> '{TEST}'
"""  # noqa: S608 - made of constants


def delivery_rate(window: timedelta = WINDOW) -> Rate:
    """Return the rate of all webhooks together."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [window.total_seconds()])
        tried, delivered = cursor.fetchone()
    return Rate(channel=CHANNEL, tried=tried, delivered=delivered)


def watch() -> Rate:
    """Log an alert if too little gets through; return the rate."""
    rate = delivery_rate()
    alert(rate)
    return rate
