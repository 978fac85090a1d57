"""What is stored: which tables have got other rows since a moment, and what a game stands at."""

import json
from dataclasses import dataclass

from django.db import connection

_NOW = """
SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
  jsonb_object_agg(relname, array[n_tup_ins + n_tup_upd + n_tup_del, n_live_tup]) FROM pg_stat_user_tables
"""


@dataclass(frozen=True)
class Mark:
    """A moment of the database: every row that is written later is of a higher transaction."""

    transaction: int
    written: dict[str, tuple[int, int]]
    """Of each table, how many rows were written, also by what was rolled back, and how many live."""


def mark() -> Mark:
    with connection.cursor() as cursor:
        # What this connection did is counted when it is idle again, and not a second later.
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(_NOW)
        transaction, written = cursor.fetchone()
    return Mark(
        transaction, {name: (counts[0], counts[1]) for name, counts in json.loads(written).items()}
    )


def changed(since: Mark) -> set[str]:
    """Return the tables in which a row has come, gone or changed, and stayed like that."""
    now, found = mark(), set[str]()
    for table, (written, live) in now.written.items():
        before = since.written.get(table, (0, 0))
        if written == before[0]:
            continue  # not even tried
        if live != before[1] or _has_newer(table, since.transaction):
            found.add(table)
    return found


def _has_newer(table: str, transaction: int) -> bool:
    with connection.cursor() as cursor:
        newer = "SELECT EXISTS (SELECT FROM {} WHERE xmin::text::bigint >= %s)"
        cursor.execute(newer.format(connection.ops.quote_name(table)), [transaction])
        return bool(cursor.fetchone()[0])


def standing(game: str) -> dict[str, int]:
    """Return numbers that change when anything about a game does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, hashtext(game::text), (SELECT hashtext(string_agg(d::text, '|'"
            " ORDER BY seat)) FROM decision d WHERE game_id = game.id) FROM game WHERE id = %s",
            [game],
        )
        return dict(zip(("version", "row", "decisions"), cursor.fetchone(), strict=True))
