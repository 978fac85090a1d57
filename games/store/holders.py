"""The ordinary rows that tie accounts to games, and letting go of them."""

from uuid import UUID

from django.db import connection

from games.store.models import Holder


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


def forget(account: UUID, *, game: UUID) -> None:
    """Delete what ties the account to a game; its opaque ids stand for nobody from now on."""
    Holder.objects.filter(account=account, game=game).delete()
