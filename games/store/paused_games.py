"""Finding games that rest."""

from uuid import UUID

from django.db import connection

from games.store.models import Game

PAGE = 200
"""Games that one sweep lets go on, at most."""


def due() -> list[UUID]:
    """Return games whose pause is over, the longest overdue first.

    Nothing is locked: the command that resumes a game judges again.
    """
    with connection.cursor() as cursor:
        # The clock in a subquery is read once, so that the index finds the few that are due.
        cursor.execute(
            "SELECT id FROM game WHERE resume_at <= (SELECT herdbook.clock())"
            " ORDER BY resume_at, id LIMIT %s",
            [PAGE],
        )
        return [game for (game,) in cursor.fetchall()]


def all_paused() -> list[UUID]:
    """Return all games that rest, the one that goes on first first."""
    paused = Game.objects.filter(resume_at__isnull=False).order_by("resume_at", "id")
    return list(paused.values_list("id", flat=True))
