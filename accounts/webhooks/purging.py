"""Deleting old deliveries."""

from django.conf import settings
from django.db import connection

BATCH = 1_000
"""Deliveries deleted at once: some milliseconds."""
_FORGET = """
DELETE FROM webhook_delivery WHERE id IN (
  SELECT id FROM webhook_delivery
  WHERE created_at < (SELECT herdbook.clock()) - make_interval(days => %s) AND due_at IS NULL
  ORDER BY created_at LIMIT %s)
"""


def forget_old() -> int:
    """Delete deliveries older than they are kept; return how many. What still waits stays."""
    total, deleted = 0, BATCH
    while deleted == BATCH:
        with connection.cursor() as cursor:
            cursor.execute(_FORGET, [settings.HERDBOOK_DELIVERY_DAYS, BATCH])
            deleted = cursor.rowcount
        total += deleted
    return total
