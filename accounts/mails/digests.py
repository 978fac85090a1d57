"""The daily digest: when whose is due."""

import json

from django.conf import settings
from django.db import connection, transaction

from accounts.notifications import next_digest

BATCH = 200
"""Accounts that are seen to at once."""
# Locked, so that of several sweeps each sees to other accounts, and no change of a choice is lost.
_DUE = """
SELECT id, notifications, time_zone, digest_at, herdbook.clock() FROM account
WHERE digest_at <= (SELECT herdbook.clock())
ORDER BY digest_at LIMIT %s FOR NO KEY UPDATE SKIP LOCKED
"""
_MAKE = """
INSERT INTO mail (id, account_id, kind, data, dedupe, created_at, state, due_at, tries, failure)
SELECT gen_random_uuid(), id, 'digest', '{}', %s, %s, 'waiting', %s, 0, '' FROM account
WHERE id = %s AND is_active AND email_confirmed_at IS NOT NULL
  AND (suspended_until IS NULL OR suspended_until <= herdbook.clock())
ON CONFLICT (account_id, dedupe) DO NOTHING
"""
_NEXT = "UPDATE account SET digest_at = %s WHERE id = %s"


def make_due() -> int:
    """Make a mail of each digest that is due, one for each time; return how many were due.

    After a time without a server the days that have passed are not made up for.
    """
    total, seen = 0, BATCH
    while seen == BATCH:
        seen = _make_some()
        total += seen
    return total


def _make_some() -> int:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_DUE, [BATCH])
        rows = cursor.fetchall()
        for account, choices, time_zone, due_at, now in rows:
            if settings.HERDBOOK_MAIL:
                cursor.execute(_MAKE, [f"digest/{due_at:%Y-%m-%dT%H:%M}", now, now, account])
            following = next_digest(json.loads(choices), time_zone=time_zone, now=now)
            cursor.execute(_NEXT, [following, account])
    return len(rows)
