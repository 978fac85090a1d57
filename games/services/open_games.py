"""Warning who made a game that has not started that it will be closed (S56)."""

from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction

from accounts.event_data import OwnSeatData
from accounts.event_types import EventType
from accounts.services.telling import News, tell

PAGE = 200
"""Games warned of at once; the rest with the next sweep."""
# Who made a game has a row without a seat. What was told of a version is not told again: whoever
# sits down or leaves gives the game its whole life anew.
_HALF_GONE = """
SELECT g.id, g.version, h.account_id, herdbook.clock(),
  (SELECT own.seat FROM holder own WHERE own.game_id = g.id AND own.account_id = h.account_id
   AND own.seat IS NOT NULL AND own.until_version IS NULL)
FROM game g JOIN holder h ON h.game_id = g.id AND h.seat IS NULL AND h.until_version IS NULL
WHERE g.status = 'open'
  AND g.created_at <= (SELECT herdbook.clock()) - make_interval(secs => %s)
  AND g.last_at <= (SELECT herdbook.clock()) - make_interval(secs => %s)
  AND NOT EXISTS (SELECT FROM account_event told WHERE told.account_id = h.account_id
    AND told.dedupe = %s || replace(g.id::text, '-', '') || '/' || g.version)
ORDER BY g.created_at, g.id LIMIT %s
"""


def warn() -> int:
    """Tell the makers of games for which nobody came in half of their time; return how many.

    Safe to run anywhere, at any time, many times over: each is told once.
    """
    half: timedelta = settings.HERDBOOK_OPEN_GAME_LIFE / 2
    prefix = f"{EventType.GAME_EXPIRING}/"
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            seconds = half.total_seconds()
            cursor.execute(_HALF_GONE, [seconds, seconds, prefix, PAGE])
            rows = cursor.fetchall()
        told = tell(
            [
                News(
                    account=account,
                    type=EventType.GAME_EXPIRING,
                    at=now,
                    data=OwnSeatData(game=str(game), version=version, seat=seat),
                    dedupe=f"{prefix}{game.hex}/{version}",
                )
                for game, version, account, now, seat in rows
            ]
        )
    return len(told)
