"""Deleting networks on which an account was not seen for long."""

from django.conf import settings

from accounts.purging import purge

_DELETE = """
DELETE FROM network_use WHERE id IN (
  SELECT id FROM network_use
  WHERE last_on < (herdbook.clock() AT TIME ZONE 'UTC')::date - %(days)s::integer
  ORDER BY last_on LIMIT %(batch)s)
"""


def forget_old() -> int:
    """Delete what is kept no longer; return how many rows."""
    # With 0 days nothing is kept, not even what was noted today.
    return purge(_DELETE, days=settings.HERDBOOK_NETWORK_DAYS or -1)
