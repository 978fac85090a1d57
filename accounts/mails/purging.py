"""Deleting old mails."""

from django.db import connection

KEPT_DAYS = 7
"""Days after which a mail that was sent, dropped or failed is forgotten."""
BATCH = 1_000
_FORGET = """
DELETE FROM mail WHERE id IN (
  SELECT id FROM mail
  WHERE created_at < (SELECT herdbook.clock()) - make_interval(days => %s) AND due_at IS NULL
  ORDER BY created_at LIMIT %s)
"""


def forget_old() -> int:
    """Delete what is over and older than it is kept; return how many."""
    total, deleted = 0, BATCH
    while deleted == BATCH:
        with connection.cursor() as cursor:
            cursor.execute(_FORGET, [KEPT_DAYS, BATCH])
            deleted = cursor.rowcount
        total += deleted
    return total
