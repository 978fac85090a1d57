"""Reading on in the log from an event loop, without a thread, over one warm connection.

Streams are told of a commit at once, and what they wait for then is this read. In a thread it took
two changes of thread more, and each thread a connection and a server process of its own.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias
from uuid import UUID

import psycopg
from django.db import OperationalError, connection
from psycopg import pq

from games.store.errors import UnknownEventError
from games.store.load import Recorded, recorded

AT_ONCE = 100
"""Events of a game that are read in one go; whoever has more to catch up with asks again."""
_MOST = 64
"""Places that are asked for in one go at most."""
_PATIENCE = 5.0
"""Seconds that connecting or an answer may take."""
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""From where the database counts the microseconds of a time in its binary form."""
_STATEMENT = b"herdbook_tail"
_EVENTS = f"""
SELECT e.version::integer, e.recorded_at, e.cause::text, e.command, e.type::text,
  e.schema_version::integer, e.payload::text
FROM event e WHERE e.game_id = $1::uuid AND e.version > $2::integer
ORDER BY e.version LIMIT {AT_ONCE}
""".encode()  # noqa: S608 - made of constants
_GOOD = {pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK}
Found: TypeAlias = "list[Recorded] | OperationalError | None"
"""Events; None: they cannot be read here, where nobody knows whose standing orders they follow."""


@dataclass(frozen=True, slots=True)
class Place:
    """Behind a version of a game, and the rules by which that is read."""

    game: UUID
    after: int
    ruleset: str
    rules_version: int


@dataclass(frozen=True, slots=True)
class _Asked:
    place: Place
    tell: Callable[[Found], None]

    @property
    def values(self) -> list[bytes]:
        return [str(self.place.game).encode(), b"%d" % self.place.after]


class Tail:
    """One connection on which the loop reads what is new."""

    def __init__(self) -> None:
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._waiting: deque[_Asked] = deque()
        self._asked: list[_Asked] = []
        """What is under way."""
        self._is_busy = False
        """Whether the database owes an answer."""
        self._prepares = False
        self._results: list[pq.abc.PGresult] = []
        self._limit: asyncio.TimerHandle | None = None

    def ask(self, place: Place, tell: Callable[[Found], None]) -> None:
        """Read the events behind a place, at most `AT_ONCE`, in order, and tell them soon.

        What is told is an error when the database does not answer.
        """
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self.close()
            self._loop = loop
        self._waiting.append(_Asked(place, tell))
        if self._connection is not None:
            self._ask()
        elif self._connecting is None:
            self._connecting = loop.create_task(self._connect())

    def close(self) -> None:
        """Hang up; what is under way fails, and the next question connects anew."""
        if self._loop is not None and not self._loop.is_closed():
            self._fail("closed")
        elif self._connection is not None:
            self._connection.pgconn.finish()
        self._begin_anew()

    async def _connect(self) -> None:
        """Connect, and ask what has been waiting for it."""
        given = connection.get_connection_params()
        # What belongs to Django's own cursors.
        parameters = {k: v for k, v in given.items() if k not in {"context", "cursor_factory"}}
        try:
            async with asyncio.timeout(_PATIENCE):
                made = await psycopg.AsyncConnection.connect(**parameters, autocommit=True)
        except (psycopg.Error, OSError, TimeoutError) as error:
            self._fail(type(error).__name__)
            return
        finally:
            self._connecting = None
        self._connection = made
        self._prepares = given.get("prepare_threshold") is not None
        made.pgconn.enter_pipeline_mode()
        asyncio.get_running_loop().add_reader(made.pgconn.socket, self._hear)
        if self._prepares:
            self._send([], prepare=True)
        else:
            self._ask()

    def _ask(self) -> None:
        """Ask for all that wait, if anybody does and nothing is under way."""
        if self._is_busy:
            return
        while self._waiting and len(self._asked) < _MOST:
            self._asked.append(self._waiting.popleft())
        if self._asked:
            self._send(self._asked)

    def _send(self, asked: Sequence[_Asked], *, prepare: bool = False) -> None:
        """Send what the database has to answer in time."""
        assert self._connection is not None
        assert self._loop is not None
        self._is_busy = True
        self._limit = self._loop.call_later(_PATIENCE, self._fail, "no answer")
        wire = self._connection.pgconn
        try:
            if prepare:
                wire.send_prepare(_STATEMENT, _EVENTS)
            for one in asked:
                if self._prepares:
                    wire.send_query_prepared(_STATEMENT, one.values, result_format=pq.Format.BINARY)
                else:
                    wire.send_query_params(_EVENTS, one.values, result_format=pq.Format.BINARY)
            wire.pipeline_sync()
            # So little fits into the socket, or else the database has read nothing for long.
            wire.flush()
        except psycopg.Error as error:
            self._fail(type(error).__name__)

    def _hear(self) -> None:
        """Take what the database says; when it has said all, hand it out and go on."""
        assert self._connection is not None
        wire = self._connection.pgconn
        try:
            wire.consume_input()
            while self._is_busy and not wire.is_busy():
                result = wire.get_result()  # None between two of them
                if result is not None and result.status == pq.ExecStatus.PIPELINE_SYNC:
                    self._is_busy = False
                elif result is not None:
                    self._results.append(result)
        except psycopg.Error as error:
            self._fail(type(error).__name__)
            return
        if not self._is_busy:
            self._hand_out()

    def _hand_out(self) -> None:
        """Give everybody what they asked for, and ask for those that came meanwhile."""
        results, self._results = self._results, []
        if any(one.status not in _GOOD for one in results):
            self._fail("the query failed")
            return
        if self._limit is not None:
            self._limit.cancel()
        asked, self._asked = self._asked, []
        self._ask()
        if asked:
            for one, result in zip(asked, results, strict=True):
                one.tell(_found(result, one.place))

    def _fail(self, why: str) -> None:
        """Give the connection up, and tell all who wait."""
        if self._limit is not None:
            self._limit.cancel()
        if self._connection is not None and self._loop is not None:
            # A connection that was cut has no socket to be named by any more.
            with suppress(psycopg.Error):
                self._loop.remove_reader(self._connection.pgconn.socket)
            self._connection.pgconn.finish()
        self._connection, self._is_busy, self._results = None, False, []
        asked, self._asked = [*self._asked, *self._waiting], []
        self._waiting.clear()
        for one in asked:
            one.tell(OperationalError(f"the log cannot be read: {why}"))


def _found(result: "pq.abc.PGresult", place: Place) -> Found:
    try:
        return _events(result, place)
    except UnknownEventError:
        return None  # whoever reads it elsewhere is told


def _events(result: "pq.abc.PGresult", place: Place) -> list[Recorded] | None:
    found: list[Recorded] = []
    for number in range(result.ntuples):
        version, at, cause, command, type_name, schema, payload = (
            result.get_value(number, field) or b"" for field in range(result.nfields)
        )
        if cause == b"plan":
            return None
        found.append(
            recorded(
                place.ruleset,
                place.rules_version,
                version=_whole(version),
                at=_EPOCH + timedelta(microseconds=_whole(at)),
                cause=cause.decode(),
                command=UUID(bytes=command),
                type_name=type_name.decode(),
                schema_version=_whole(schema),
                payload=payload.decode(),
            )
        )
    return found


def _whole(value: bytes) -> int:
    return int.from_bytes(value, signed=True)
