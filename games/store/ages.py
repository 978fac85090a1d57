"""How old open decisions are, and how late those are that should be closed."""

from collections.abc import Mapping

from django.db import connection

AGES = ("minute", "hour", "day", "week", "older")
"""Each holds what is not in those before it: opened within a minute, an hour, and so on."""

_OWED = """
SELECT CASE WHEN answerer = 'house' THEN 'house' ELSE 'account' END AS who,
  CASE WHEN now - opened_at < interval '1 minute' THEN 'minute'
       WHEN now - opened_at < interval '1 hour' THEN 'hour'
       WHEN now - opened_at < interval '1 day' THEN 'day'
       WHEN now - opened_at < interval '7 days' THEN 'week'
       ELSE 'older' END AS age,
  count(*)
FROM decision, (SELECT herdbook.clock() AS now) AS present GROUP BY who, age
"""
_LATENESS = """
SELECT coalesce(extract(epoch FROM herdbook.clock()
    - (SELECT min(due_at) FROM decision WHERE answerer <> 'house')), 0)::float8,
  coalesce(extract(epoch FROM herdbook.clock()
    - (SELECT min(not_before) FROM decision WHERE answerer = 'house')), 0)::float8
"""


def owed_by_age() -> Mapping[tuple[str, str], int]:
    """Count open decisions by who answers, `account` or `house`, and age."""
    with connection.cursor() as cursor:
        cursor.execute(_OWED)
        return {(who, age): count for who, age, count in cursor.fetchall()}


def lateness() -> Mapping[str, float]:
    """Return how many seconds ago the longest overdue decision should have been closed.

    By `expiry` and `house`; 0 if none is overdue.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LATENESS)
        expiry, house = cursor.fetchone()
    return {"expiry": max(0.0, expiry), "house": max(0.0, house)}
