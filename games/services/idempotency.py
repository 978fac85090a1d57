"""Keys of requests that are no command in a game yet: making one."""

from datetime import timedelta
from uuid import UUID, uuid4

from django.db import connection

from games.services.errors import KeyReusedError
from games.store import clock

KEPT = timedelta(hours=24)


def reserve(*, account: UUID, route: str, key: str, fingerprint: str) -> UUID:
    """Return the id of the game that this key stands for, the same for every copy.

    Raises `KeyReusedError` if the key came with another request within a day.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO idempotency (account_id, route, key, fingerprint, game, created_at)"
            " VALUES (%(account)s, %(route)s, %(key)s, %(fingerprint)s, %(game)s, %(now)s)"
            " ON CONFLICT (account_id, route, key) DO UPDATE SET"
            "  fingerprint = CASE WHEN idempotency.created_at < %(limit)s"
            "   THEN excluded.fingerprint ELSE idempotency.fingerprint END,"
            "  game = CASE WHEN idempotency.created_at < %(limit)s"
            "   THEN excluded.game ELSE idempotency.game END,"
            "  created_at = CASE WHEN idempotency.created_at < %(limit)s"
            "   THEN excluded.created_at ELSE idempotency.created_at END"
            " RETURNING fingerprint, game",
            {
                "account": account,
                "route": route,
                "key": key,
                "fingerprint": fingerprint,
                "game": uuid4(),
                "now": (now := clock.now()),
                "limit": now - KEPT,
            },
        )
        stored, game = cursor.fetchone()
    if stored != fingerprint:
        raise KeyReusedError
    assert isinstance(game, UUID)
    return game


def forget_old() -> int:
    """Delete the keys that no copy may use any more; return how many."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM idempotency WHERE created_at < %s", [clock.now() - KEPT])
        return int(cursor.rowcount)
