"""Events without what they say: that they happened is public, whatever they hold."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from games.engine.events import Cause
from games.engine.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Outline:
    """That an event was recorded, whose and when."""

    version: int
    type: str
    seat: Seat | None
    cause: Cause
    at: datetime


def outlines(game: UUID, *, after: int, until: int) -> list[Outline]:
    """Return the outlines of the events with versions in (`after`, `until`], in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, type, seat, cause, recorded_at FROM event"
            " WHERE game_id = %s AND version > %s AND version <= %s ORDER BY version",
            [game, after, until],
        )
        return [
            Outline(
                version=version,
                type=type_name,
                seat=None if seat is None else Seat(seat),
                cause=Cause(cause),
                at=at,
            )
            for version, type_name, seat, cause, at in cursor.fetchall()
        ]
