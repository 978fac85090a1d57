"""Lists of the decisions that an account owes, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db import connection

from games.engine.seats import Seat
from games.selectors import decision_ids
from games.selectors.lists import read_cursor, write_cursor
from games.store import load
from games.store.load import Loaded


class TurnOrder(StrEnum):
    """Which decision comes first."""

    DEADLINE = "deadline"
    """The one with the nearest deadline; those without any come last."""
    WAITING = "waiting"
    """The one that has been open longest."""


@dataclass(frozen=True, kw_only=True)
class Turns:
    """A page of the decisions an account owes, and how many it owes in all."""

    count: int
    items: Sequence[tuple[Loaded, Seat]]
    next: str | None


_OWED = """
FROM holder h JOIN decision d ON d.game_id = h.game_id AND d.seat = h.seat
WHERE h.account_id = %s AND h.until_version IS NULL AND d.answerer <> 'house'
  AND d.kind <> 'reveal'
  AND EXISTS (SELECT FROM game g WHERE g.id = d.game_id AND g.status <> 'paused')
"""
# No decision is due in the last year of Python's calendar, so that time stands for none.
_NEVER = "'9999-12-31T00:00:00Z'::timestamptz"
_PLACES = {
    TurnOrder.DEADLINE: f"coalesce(d.due_at, {_NEVER})",
    TurnOrder.WAITING: "d.opened_at",
}


def list_turns(account: UUID, *, order: TurnOrder, limit: int, cursor: str | None) -> Turns:
    """Return a page of what the account owes, in three queries; `count` is exact.

    Raises `BadCursorError`, also for a cursor of another order.
    """
    listed, place = f"turns by {order}", _PLACES[order]
    moment, game = read_cursor(listed, cursor) if cursor is not None else (None, None)
    count = count_turns(account)
    with connection.cursor() as db:
        db.execute(
            f"SELECT {place}, d.game_id, d.seat {_OWED}"
            f" AND (%s::timestamptz IS NULL OR ({place}, d.game_id) > (%s, %s))"
            f" ORDER BY {place}, d.game_id LIMIT %s",
            [account, moment, moment, game, limit + 1],
        )
        rows = db.fetchall()
    shown = rows[:limit]
    seats = {game: Seat(seat) for _, game, seat in shown}
    loaded = load.games(list(seats))
    after = write_cursor(listed, shown[-1][0], shown[-1][1]) if len(rows) > limit else None
    return Turns(count=count, items=[(one, seats[one.id]) for one in loaded], next=after)


def count_turns(account: UUID) -> int:
    """Return how many decisions the account owes."""
    with connection.cursor() as db:
        db.execute(f"SELECT count(*) {_OWED}", [account])
        (count,) = db.fetchone()
    return int(count)


def next_turn(account: UUID, *, after: str | None) -> UUID | None:
    """Return the game of the next owed decision behind `after`, going round, or None.

    They go by deadline. `after` is a decision's id; the decision itself is never the answer. Once
    it is closed, its place in the order is unknown, and the most urgent one is next.
    """
    place = _PLACES[TurnOrder.DEADLINE]
    with connection.cursor() as db:
        db.execute(
            f"SELECT d.game_id, d.seat, d.opened {_OWED} ORDER BY {place}, d.game_id", [account]
        )
        owed = db.fetchall()
    ids = [decision_ids.write(game, Seat(seat), opened) for game, seat, opened in owed]
    start = ids.index(after) + 1 if after in ids else 0
    for game, id_ in zip(
        [row[0] for row in owed[start:] + owed[:start]], ids[start:] + ids[:start], strict=True
    ):
        if id_ != after:
            found: UUID = game
            return found
    return None
