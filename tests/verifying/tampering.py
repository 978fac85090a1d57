# ruff: noqa: S608 - statements are made of names of tables
"""A thief with the rights of a superuser: no trigger stops it, and it knows the form of the chain."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from games.engine.snapshots import encode_state
from games.store import stored
from games.verifying.links import hash_of
from games.verifying.verify import Walk

_TABLES = ("holder", "decision", "command", "event", "game")
"""In the order in which rows can be deleted."""
_TRIGGERS = {
    "event": ("event_is_history", "event_is_kept"),
    "command": ("command_is_history", "command_is_kept"),
}


class Thief:
    """Changes one game."""

    def __init__(self, game: UUID) -> None:
        self.game = game

    def run(self, *statements: str, **values: Any) -> None:
        """Run statements, in which `%(game)s` is the game and the others are `values`."""
        with transaction.atomic(), _unguarded(), connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement, {"game": self.game, **values})
                assert cursor.rowcount != 0, f"nothing was changed by {statement}"

    def rehash(self, *, only: int | None = None) -> None:
        """Compute the hashes anew, of one event or of the whole chain and the game's head."""
        head = b""
        for event in list(stored.events(self.game)):
            if only is not None and event.version != only:
                continue
            if only is not None:
                head = event.prev_hash
            digest = hash_of(self.game, replace(event, prev_hash=head))
            self.run(
                "UPDATE event SET prev_hash = %(head)s, hash = %(digest)s"
                " WHERE game_id = %(game)s AND version = %(version)s",
                version=event.version,
                head=head,
                digest=digest,
            )
            head = digest
        if only is None:
            self.run("UPDATE game SET head_hash = %(head)s WHERE id = %(game)s", head=head)

    def refold(self) -> None:
        """Write the snapshot anew, as the changed log folds."""
        walk = Walk(self.game)
        list(walk.over(stored.events(self.game)))
        assert walk.fold.state is not None
        text = encode_state(walk.fold.state)
        self.run("UPDATE game SET state = %(text)s WHERE id = %(game)s", text=text)


@contextmanager
def restored(game: UUID) -> Iterator[Thief]:
    """Let a thief at a game; afterwards all its rows are again what they were."""
    with connection.cursor() as cursor:
        for table in _TABLES:
            cursor.execute(
                f"CREATE TEMP TABLE kept_{table} AS SELECT * FROM {table} WHERE {_of(table)} = %s",
                [game],
            )
    try:
        yield Thief(game)
    finally:
        with transaction.atomic(), _unguarded(), connection.cursor() as cursor:
            for table in _TABLES:
                cursor.execute(f"DELETE FROM {table} WHERE {_of(table)} = %s", [game])
            for table in reversed(_TABLES):
                cursor.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")
                cursor.execute(f"DROP TABLE kept_{table}")


def _of(table: str) -> str:
    return "id" if table == "game" else "game_id"


@contextmanager
def _unguarded() -> Iterator[None]:
    with connection.cursor() as cursor:
        for table, triggers in _TRIGGERS.items():
            for trigger in triggers:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
        yield
        # A row's check of its foreign key may still wait, and would keep the table from changing.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table, triggers in _TRIGGERS.items():
            for trigger in triggers:
                cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}")
