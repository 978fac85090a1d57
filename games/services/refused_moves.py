"""Moves that were refused to bots of somebody: kept for their owners, a while, and for nobody else."""

from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from accounts import purging
from games.engine.seats import Seat
from games.models import RefusedMove
from games.store import decisions

LONGEST = 200
"""Characters of a move that are kept."""
_KEEP = """
INSERT INTO refused_move (account_id, game, seat, opened, number, move, code, at)
SELECT id, %(game)s, %(seat)s, %(opened)s, %(number)s, %(move)s, %(code)s, herdbook.clock()
FROM account WHERE id = %(account)s AND owner_id IS NOT NULL
ON CONFLICT (game, seat, opened, number) DO NOTHING
"""
_FORGET = """
DELETE FROM refused_move WHERE id IN (
  SELECT id FROM refused_move WHERE at < herdbook.clock() - make_interval(days => %(days)s)
  ORDER BY at LIMIT %(batch)s)
"""


def count(
    game: UUID, seat: Seat, opened: int, *, account: UUID, move: str, code: str, most: int
) -> int:
    """Count a move that was refused, and keep it if there are no more than `most`.

    Returns how many it were for this decision. A throw-away bot has no owner who could ask.
    """
    shown = move if len(move) <= LONGEST else f"{move[: LONGEST - 1]}…"
    # Both or none: whoever lost a decision can see by what.
    with transaction.atomic(durable=True):
        number = decisions.refuse(game, seat, opened)
        if 0 < number <= most:
            with connection.cursor() as cursor:
                cursor.execute(
                    _KEEP,
                    {
                        "account": account,
                        "game": game,
                        "seat": seat,
                        "opened": opened,
                        "number": number,
                        "move": shown,
                        "code": code,
                    },
                )
    return number


def forget_account(account: UUID) -> None:
    """Forget what was refused to a bot."""
    RefusedMove.objects.filter(account=account).delete()


def forget_old() -> int:
    """Forget what is older than the feed that told of it; return how many."""
    return purging.purge(_FORGET, days=settings.HERDBOOK_EVENT_DAYS)
