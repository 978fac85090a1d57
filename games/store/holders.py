"""The ordinary rows that tie accounts to games, and letting go of them."""

from uuid import UUID

from django.db import connection

from games.store.models import Holder

_IN_PLAY = """
SELECT h.game_id
FROM holder h JOIN game g ON g.id = h.game_id
LEFT JOIN decision d ON d.game_id = h.game_id AND d.seat = h.seat
WHERE h.account_id = %s AND h.until_version IS NULL AND h.seat IS NOT NULL
  AND g.status IN ('open', 'running', 'paused')
ORDER BY d.due_at NULLS LAST, h.game_id
"""
_TOGETHER = """
SELECT EXISTS (
  SELECT FROM holder one JOIN game g ON g.id = one.game_id
  JOIN holder other ON other.game_id = one.game_id
  WHERE one.account_id = ANY(%s) AND one.until_version IS NULL AND one.seat IS NOT NULL
    AND other.account_id = ANY(%s) AND other.until_version IS NULL AND other.seat IS NOT NULL
    AND g.status IN ('running', 'paused'))
"""


def games_of(account: UUID) -> list[UUID]:
    """Return every game that the account has to do with, or had."""
    games = Holder.objects.filter(account=account).order_by("game").distinct()
    return list(games.values_list("game", flat=True))


def seats_played(account: UUID, *, game: UUID) -> frozenset[int]:
    """Return the seats that the account has held since the game began, or holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT h.seat FROM holder h WHERE h.game_id = %s AND h.account_id = %s"
            " AND h.seat IS NOT NULL AND (h.until_version IS NULL OR h.until_version >"
            "  (SELECT min(version) FROM event WHERE game_id = %s AND type = 'GameStarted'))",
            [game, account, game],
        )
        return frozenset(seat for (seat,) in cursor.fetchall())


def held_until(game: UUID, seat: int, *, version: int) -> list[UUID]:
    """Return the account whose seat this was until the event of a version gave it away."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT account_id FROM holder WHERE game_id = %s AND seat = %s"
            " AND since_version < %s AND until_version >= %s",
            [game, seat, version, version],
        )
        return [account for (account,) in cursor.fetchall()]


def games_in_play(account: UUID) -> list[UUID]:
    """Return every game that is not over and in which the account holds a seat.

    That in which its decision is due first comes first.
    """
    with connection.cursor() as cursor:
        cursor.execute(_IN_PLAY, [account])
        return [game for (game,) in cursor.fetchall()]


def are_together(ones: frozenset[UUID], others: frozenset[UUID]) -> bool:
    """Answer whether one of the former and one of the latter hold seats of a game in play."""
    with connection.cursor() as cursor:
        cursor.execute(_TOGETHER, [list(ones), list(others)])
        [(found,)] = cursor.fetchall()
    return bool(found)


def forget(account: UUID, *, game: UUID) -> None:
    """Delete what ties the account to a game; its opaque ids stand for nobody from now on."""
    Holder.objects.filter(account=account, game=game).delete()
