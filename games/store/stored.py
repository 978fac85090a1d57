"""Games exactly as they are stored, for who trusts none of it: the verifier and the rebuilder.

Everything else reads through `games.store.load`, which believes the snapshot.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DataError, connection, transaction

PAGE = 500
"""Rows read at once: a log of any length takes this much memory."""


class UnreadableError(Exception):
    """A row holds what the database can store and nothing can read: a time without an end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredGame:
    """A row of `game`. What nobody may see is kept out of its text."""

    id: UUID
    ruleset: str
    rules_version: int
    status: str
    version: int
    head_hash: bytes = field(repr=False)
    state: str = field(repr=False)
    secret: bytes = field(repr=False)
    rated: bool
    private: bool
    seat_count: int
    free_seats: int
    time_control_kind: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    last_at: datetime
    resume_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredEvent:
    """A row of `event`."""

    version: int
    type: str
    schema_version: int
    seat: int | None
    cause: str
    command: UUID
    payload: str = field(repr=False)
    salt: bytes = field(repr=False)
    prev_hash: bytes = field(repr=False)
    hash: bytes = field(repr=False)
    at: datetime
    transaction_id: int


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredDecision:
    """A row of `decision`."""

    seat: int
    opened: int
    kind: str
    answerer: str
    opened_at: datetime
    due_at: datetime | None
    not_before: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredCommand:
    """A row of `command`: the closing of a decision, or what a keyed command did."""

    command: UUID
    actor: UUID | None
    key: str | None
    seat: int | None
    opened: int | None
    how: str | None
    fingerprint: str
    first_version: int
    last_version: int


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredHolder:
    """A row of `holder`, without the account."""

    id: str
    seat: int | None
    since_version: int
    until_version: int | None


@contextmanager
def one_moment() -> Iterator[None]:
    """Let everything that is read inside be of one moment, whatever is committed meanwhile.

    Keep it short: what is deleted meanwhile cannot be cleaned up before it ends.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def count_games() -> int:
    """Return how many games there are."""
    ((count,),) = _rows("SELECT count(*) FROM game", [])
    return int(count)


# One step of the index from game to game, so that a log is no more to look at than its first event.
_IDS = """
WITH RECURSIVE logged AS (
  (SELECT game_id FROM event WHERE game_id > %(after)s ORDER BY game_id LIMIT 1)
  UNION ALL
  SELECT next.game_id FROM logged, LATERAL (
    SELECT e.game_id FROM event e WHERE e.game_id > logged.game_id ORDER BY e.game_id LIMIT 1
  ) next
)
SELECT id FROM (
  (SELECT id FROM game WHERE id > %(after)s ORDER BY id LIMIT %(page)s)
  UNION
  (SELECT game_id FROM logged LIMIT %(page)s)
) AS known ORDER BY id LIMIT %(page)s
"""


def game_ids() -> Iterator[UUID]:
    """Yield the id of every game, in their order, a page at a time and in no transaction.

    Also of one that has a log and no row.
    """
    after = UUID(int=0)
    while True:
        page = _rows(_IDS, {"after": after, "page": PAGE})
        for (after,) in page:
            yield after
        if len(page) < PAGE:
            return


_GAME = """
SELECT id, ruleset, rules_version, status, version, head_hash, state, secret, rated, private,
  seat_count, free_seats, time_control_kind, created_at, started_at, finished_at, last_at,
  resume_at
FROM game WHERE id = %s
"""
_LOCKED_GAME = _GAME + "FOR NO KEY UPDATE"


def game(game_id: UUID, *, lock: bool = False) -> StoredGame | None:
    """Return the row of a game, or None; with `lock` nobody appends until the transaction ends."""
    found = _rows(_LOCKED_GAME if lock else _GAME, [game_id])
    if not found:
        return None
    names = StoredGame.__dataclass_fields__
    row = dict(zip(names, found[0], strict=True))
    return StoredGame(
        **row | {"head_hash": bytes(row["head_hash"]), "secret": bytes(row["secret"])}
    )


def events(game_id: UUID, *, after: int = -(2**31) - 1) -> Iterator[StoredEvent]:
    """Yield the events of a game behind a version, in their order, a page at a time."""
    while True:
        page = _rows(
            "SELECT version, type, schema_version, seat, cause, command, payload, salt, prev_hash,"
            " hash, recorded_at, transaction_id"
            " FROM event WHERE game_id = %s AND version > %s ORDER BY version LIMIT %s",
            [game_id, after, PAGE],
        )
        for row in page:
            yield _event(row)
        if len(page) < PAGE:
            return
        after = page[-1][0]


def _event(row: tuple[Any, ...]) -> StoredEvent:
    version, type_name, schema, seat, cause, command, payload, salt, prev, digest, at, xid = row
    return StoredEvent(
        version=version,
        type=type_name,
        schema_version=schema,
        seat=seat,
        cause=cause,
        command=command,
        payload=payload,
        salt=bytes(salt),
        prev_hash=bytes(prev),
        hash=bytes(digest),
        at=at,
        transaction_id=xid,
    )


def decisions(game_id: UUID) -> list[StoredDecision]:
    """Return the open decisions of a game, by seat."""
    return _all(
        StoredDecision,
        "SELECT seat, opened, kind, answerer, opened_at, due_at, not_before"
        " FROM decision WHERE game_id = %s ORDER BY seat",
        game_id,
    )


def commands(game_id: UUID) -> list[StoredCommand]:
    """Return what is kept of the commands of a game, in their order."""
    return _all(
        StoredCommand,
        "SELECT command, actor, key, seat, opened, how, fingerprint, first_version, last_version"
        " FROM command WHERE game_id = %s ORDER BY first_version, id",
        game_id,
    )


def holders(game_id: UUID) -> list[StoredHolder]:
    """Return for which seat and since when each opaque id of a game stands for an account."""
    return _all(
        StoredHolder,
        "SELECT id::text, seat, since_version, until_version"
        " FROM holder WHERE game_id = %s ORDER BY since_version, id",
        game_id,
    )


def _all(row_type: type[Any], statement: str, game_id: UUID) -> list[Any]:
    names = row_type.__dataclass_fields__
    return [row_type(**dict(zip(names, row, strict=True))) for row in _rows(statement, [game_id])]


def _rows(
    statement: str, values: Sequence[UUID | int] | Mapping[str, UUID | int]
) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        try:
            return list(cursor.fetchall())
        except DataError:
            raise UnreadableError from None
