"""How many mails wait, and since when."""

from django.db import connection

from accounts.backlog import Backlog
from accounts.mails.leasing import SENDABLE

_COUNTS = f"""
SELECT count(*), coalesce(extract(epoch FROM
  herdbook.clock() - min(due_at) FILTER (WHERE {SENDABLE})), 0)
FROM mail WHERE due_at IS NOT NULL
"""  # noqa: S608 - made of constants


def backlog() -> Backlog:
    """Count."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS)
        waiting, seconds = cursor.fetchone()
    return Backlog(waiting=waiting, seconds=float(seconds))
