"""The rows of standing orders. Who follows one holds a lease on it, and nobody replaces it then.

All times are those of the database's clock.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.db import connection

from games.engine.plans.following import Fate
from games.engine.seats import Seat

LEASE = timedelta(seconds=9)
"""So long one worker has; `append_events` takes no move that was decided five seconds ago or
longer, so that a worker which begins to play in the first four can be done in time only."""
TO_APPEND = timedelta(seconds=5)
"""The oldest time of a move that `append_events` takes."""
PAGE = 200
"""Plans that a sweep looks at, at most."""


class Trying(msgspec.Struct, frozen=True):
    """A move that a worker is about to make."""

    version: int
    """Of the game before it."""
    order: int
    move: str


@dataclass(frozen=True, kw_only=True)
class Row:
    """The orders of one seat, and how far they were followed."""

    id: UUID
    game: UUID
    holder: str
    seat: Seat
    orders: Sequence[Mapping[str, Any]] = field(repr=False)
    fates: Sequence[Fate] = field(repr=False)
    since_version: int
    given_at: datetime
    ended: str
    ready_at: datetime | None
    lease_until: datetime | None
    trying: Trying | None = field(repr=False)


_NAMES = tuple(one.name for one in fields(Row))
_COLUMNS = ", ".join(_NAMES)
_IS_FREE = "(lease_until IS NULL OR lease_until <= herdbook.clock())"
_PUT = f"""
INSERT INTO standing_plan (id, game, holder, seat, orders, fates, since_version, given_at, ended,
  told_version, wake_at, trying)
VALUES (%(id)s, %(game)s, %(holder)s, %(seat)s, %(orders)s, %(fates)s, %(version)s, %(at)s, '',
  %(version)s, herdbook.clock(), '')
ON CONFLICT (game, holder) DO UPDATE SET id = excluded.id, seat = excluded.seat,
  orders = excluded.orders, fates = excluded.fates, since_version = excluded.since_version,
  given_at = excluded.given_at, ended = '', wake_at = excluded.wake_at, ready_at = NULL,
  lease_until = NULL, trying = '',
  told_version = greatest(standing_plan.told_version, excluded.told_version)
WHERE (standing_plan.lease_until IS NULL OR standing_plan.lease_until <= herdbook.clock())
RETURNING {_COLUMNS}
"""  # noqa: S608 - made of constants
_LEASE = f"""
UPDATE standing_plan SET lease_until = herdbook.clock() + %s
WHERE id = %s AND wake_at <= herdbook.clock() AND ended = '' AND {_IS_FREE}
RETURNING {_COLUMNS}
"""  # noqa: S608 - made of constants
# What the feed has told of meanwhile has not been looked at: then it is looked at again at once.
_REST = """
UPDATE standing_plan SET fates = %s, ended = %s, ready_at = %s, trying = '', lease_until = NULL,
  wake_at = CASE WHEN told_version > %s THEN herdbook.clock() ELSE %s::timestamptz END
WHERE id = %s
"""
_TELL = """
UPDATE standing_plan p SET told_version = told.version,
  wake_at = least(coalesce(p.wake_at, herdbook.clock()), herdbook.clock())
FROM unnest(%s::uuid[], %s::integer[]) AS told (game, version)
WHERE p.game = told.game AND p.told_version < told.version AND p.ended = ''
"""


def put(
    *, game: UUID, holder: str, seat: Seat, orders: Sequence[Any], version: int, at: datetime
) -> Row | None:
    """Store orders in place of those before; return None while a worker follows those."""
    found = _rows(
        _PUT,
        {
            "id": uuid4(),
            "game": game,
            "holder": holder,
            "seat": seat,
            "orders": json.dumps(orders),
            "fates": _fates_text([Fate() for _ in orders]),
            "version": version,
            "at": at,
        },
    )
    return found[0] if found else None


def find(*, game: UUID, holder: str) -> Row | None:
    """Return the orders of a seat's holder, if there are any."""
    found = _rows(
        f"SELECT {_COLUMNS} FROM standing_plan WHERE game = %s AND holder = %s",  # noqa: S608 - made of constants
        [game, holder],
    )
    return found[0] if found else None


def delete(*, game: UUID, holder: str) -> bool:
    """Delete the orders of a seat's holder; return False while a worker follows them."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM standing_plan WHERE game = %s AND holder = %s AND {_IS_FREE}",  # noqa: S608 - made of constants
            [game, holder],
        )
    return find(game=game, holder=holder) is None


def drop(plan: UUID) -> None:
    """Delete orders that can never be followed again."""
    _execute("DELETE FROM standing_plan WHERE id = %s", [plan])


def drop_of_games(games: Sequence[UUID]) -> None:
    """Delete all orders in games that are over."""
    _execute("DELETE FROM standing_plan WHERE game = ANY(%s)", [list(games)])


def drop_of_account(account: UUID, *, game: UUID) -> None:
    """Delete what an account has ordered in a game, whoever follows it."""
    _execute(
        "DELETE FROM standing_plan p USING holder h"
        " WHERE h.id = p.holder AND h.account_id = %s AND p.game = %s",
        [account, game],
    )


def to_wake() -> list[UUID]:
    """Return plans that are to be looked at and that nobody follows, the longest due first."""
    with connection.cursor() as cursor:
        # The clock is read once, so that the index finds those that are due.
        cursor.execute(
            "SELECT id FROM standing_plan WHERE wake_at <= (SELECT herdbook.clock())"
            " AND (lease_until IS NULL OR lease_until <= (SELECT herdbook.clock()))"
            " ORDER BY wake_at, id LIMIT %s",
            [PAGE],
        )
        return [plan for (plan,) in cursor.fetchall()]


def lease(plan: UUID) -> Row | None:
    """Take a plan that is to be looked at; None if it is not, or another worker's."""
    found = _rows(_LEASE, [LEASE, plan])
    return found[0] if found else None


def tell(versions: Mapping[UUID, int]) -> None:
    """Wake the plans in games that have come to these versions."""
    _execute(_TELL, [list(versions), list(versions.values())])


def wake_all() -> None:
    """Have every plan looked at."""
    _execute("UPDATE standing_plan SET wake_at = herdbook.clock() WHERE ended = ''", [])


def attempt(plan: UUID, trying: Trying) -> None:
    """Note the move that is about to be made."""
    _execute(
        "UPDATE standing_plan SET trying = %s WHERE id = %s",
        [msgspec.json.encode(trying).decode(), plan],
    )


def rest(
    plan: UUID,
    *,
    fates: Sequence[Fate],
    ended: str = "",
    looked: int,
    wake_at: datetime | None = None,
    ready_at: datetime | None = None,
) -> None:
    """Give a plan back that was looked at on version `looked`; wake it at a time, or by news."""
    wakes = None if ended else wake_at
    version = 2**31 - 1 if ended else looked
    _execute(_REST, [_fates_text(fates), ended, ready_at, version, wakes, plan])


def _fates_text(fates: Sequence[Fate]) -> str:
    return msgspec.json.encode(fates).decode()


def _execute(statement: str, values: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _rows(statement: str, values: Sequence[Any] | Mapping[str, Any]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [_row(dict(zip(_NAMES, found, strict=True))) for found in cursor.fetchall()]


def _row(found: dict[str, Any]) -> Row:
    read = {
        "holder": str(found["holder"]),
        "seat": Seat(found["seat"]),
        "orders": json.loads(found["orders"]),
        "fates": msgspec.json.decode(found["fates"], type=list[Fate]),
        "trying": msgspec.json.decode(found["trying"], type=Trying) if found["trying"] else None,
    }
    return Row(**{**found, **read})
