"""Telling people that a token of theirs, or of a bot of theirs, ends soon."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction

from accounts.event_data import TokenEndData
from accounts.event_types import EventType
from accounts.services.telling import News, tell

NOTICE = timedelta(days=7)
"""So long before the end it is said."""
SHORT = timedelta(days=14)
"""Whoever makes a token that lives no longer than this knows when it ends."""
BATCH = 200
# Which of them were told is known from the feed, which is kept for longer than the notice.
_DUE = """
SELECT t.id, t.expires_at, coalesce(a.owner_id, a.id) FROM token t
JOIN account a ON a.id = t.account_id AND a.is_active
WHERE t.expires_at > %(now)s AND t.expires_at <= %(noticed)s
  AND t.expires_at - t.created_at > make_interval(days => %(short)s) AND t.revoked_at IS NULL AND NOT t.of_app
  AND NOT EXISTS (SELECT FROM account_event e
    WHERE e.account_id = coalesce(a.owner_id, a.id) AND e.dedupe = %(type)s || '/' || t.id)
ORDER BY t.expires_at LIMIT %(batch)s
"""


def warn(*, now: datetime) -> int:
    """Tell of all that end soon, each once; return how many were told of."""
    total, told = 0, BATCH
    while told == BATCH:
        told = _warn_some(now)
        total += told
    return total


def _warn_some(now: datetime) -> int:
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute(
                _DUE,
                {
                    "now": now,
                    "noticed": now + NOTICE,
                    "short": SHORT.days,
                    "type": str(EventType.TOKEN_EXPIRING),
                    "batch": BATCH,
                },
            )
            rows: list[tuple[str, datetime, UUID]] = cursor.fetchall()
        return len(tell([_news(*row, now=now) for row in rows]))


def _news(id_: str, expires_at: datetime, account: UUID, *, now: datetime) -> News:
    return News(
        account=account,
        type=EventType.TOKEN_EXPIRING,
        at=now,
        data=TokenEndData(id=id_, expires_at=expires_at),
        dedupe=f"{EventType.TOKEN_EXPIRING}/{id_}",
    )
