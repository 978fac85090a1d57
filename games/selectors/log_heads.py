"""The heads of games that are over, published so that a later rewrite of a log shows.

A list is of one day and fixed once the day is over. Its order is that of the hashes of ids, so
that it tells nothing about when within the day a game ended.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import connection

from games.selectors.lists import BadCursorError
from games.store import clock
from games.store.models import Game

SETTLED = timedelta(minutes=1)
"""So long after midnight the list is fixed: a commit may be seconds younger than its time."""
_CURSOR = re.compile("[0-9a-f]{64}")
_HEADS = """
SELECT CASE WHEN NOT g.private THEN g.id::text END, encode(page.game_hash, 'hex'), g.version,
  encode(g.head_hash, 'hex')
FROM (
  SELECT id, sha256(uuid_send(id)) AS game_hash FROM game
  WHERE status = ANY(%(ended)s) AND finished_at >= %(start)s AND finished_at < %(end)s
    AND sha256(uuid_send(id)) > decode(%(after)s, 'hex')
  ORDER BY game_hash LIMIT %(limit)s
) page JOIN game g USING (id) ORDER BY page.game_hash
"""


class DayNotOverError(Exception):
    """The list of this day is not fixed yet."""


@dataclass(frozen=True, kw_only=True)
class Head:
    """The last event of a game that is over."""

    game: str | None
    """None for a private game, whose id is nobody's business."""
    game_hash: str
    """SHA-256 (hex) of the 16 bytes of the game's id: who knows the game finds it."""
    version: int
    hash: str


@dataclass(frozen=True, kw_only=True)
class HeadPage:
    """One page of heads, and the cursor of the next or None."""

    heads: Sequence[Head]
    next: str | None


def list_heads(day: date, *, limit: int, cursor: str | None) -> HeadPage:
    """Return a page of the games that ended on a day (UTC).

    Raises `DayNotOverError` and `BadCursorError`.
    """
    start = datetime.combine(day, time(), tzinfo=UTC)
    if clock.now() - start < timedelta(days=1) + SETTLED:
        raise DayNotOverError
    if cursor is not None and not _CURSOR.fullmatch(cursor):
        raise BadCursorError
    asked: dict[str, Any] = {
        "ended": [str(status) for status in Game.ENDED],
        "start": start,
        "end": start + timedelta(days=1),
        "after": cursor or "",
        "limit": limit + 1,
    }
    with connection.cursor() as db:
        db.execute(_HEADS, asked)
        rows = db.fetchall()
    heads = [
        Head(game=game, game_hash=game_hash, version=version, hash=digest)
        for game, game_hash, version, digest in rows[:limit]
    ]
    return HeadPage(heads=heads, next=heads[-1].game_hash if len(rows) > limit else None)
