"""Statements that every move makes, sent with as little around them as can be.

A cursor is made, adapts values and builds rows for whatever may be asked: most of what a short
statement costs a process. Here one text goes out and texts come back. Inside of a transaction, and
where somebody counts statements, the usual cursor asks the same.
"""

import hashlib
from typing import Any
from weakref import WeakSet

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from psycopg import errors, pq

Row = tuple[bytes | None, ...]
_FORGOTTEN = "26000"
"""There is no such prepared statement (any more): the server has done nothing."""
_DONE = pq.ExecStatus.TUPLES_OK


class Statement:
    """A statement in which `$1` stands once, and all of whose columns are texts.

    It is prepared once in each connection; not where `HERDBOOK_PREPARE_THRESHOLD` is off.
    """

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._name = f"herdbook_{hashlib.sha256(sql.encode()).hexdigest()[:16]}".encode()
        self._known_to: WeakSet[psycopg.Connection[Any]] = WeakSet()

    def ask(self, parameter: bytes) -> list[Row]:
        """Return the rows, each text in UTF-8; raise what a cursor of Django raises."""
        ours = connections[DEFAULT_DB_ALIAS]  # `connection` looks that up at every word
        if ours.in_atomic_block or ours.queries_logged or ours.execute_wrappers:
            return self._by_cursor(parameter)
        ours.close_if_health_check_failed()
        ours.ensure_connection()
        with ours.wrap_database_errors:
            result = self._sent(ours.connection, parameter)
        columns = range(result.nfields)
        return [
            tuple(result.get_value(row, column) for column in columns)
            for row in range(result.ntuples)
        ]

    def _by_cursor(self, parameter: bytes) -> list[Row]:
        with connection.cursor() as cursor:
            cursor.execute(self._sql.replace("%", "%%").replace("$1", "%s"), [parameter.decode()])
            return [
                tuple(None if value is None else value.encode() for value in row)
                for row in cursor.fetchall()
            ]

    def _sent(self, to: psycopg.Connection[Any], parameter: bytes) -> pq.abc.PGresult:
        """Return the answer; raise an error of psycopg."""
        if not settings.HERDBOOK_PREPARES:
            return _good(to, to.pgconn.exec_params(self._sql.encode(), [parameter]))
        if to not in self._known_to:
            self._prepare(to)
        result = to.pgconn.exec_prepared(self._name, [parameter])
        if result.status != _DONE and _code(result) == _FORGOTTEN:
            self._prepare(to)
            result = to.pgconn.exec_prepared(self._name, [parameter])
        return _good(to, result)

    def _prepare(self, to: psycopg.Connection[Any]) -> None:
        result = to.pgconn.prepare(self._name, self._sql.encode())
        if result.status != pq.ExecStatus.COMMAND_OK:
            _good(to, result)
        self._known_to.add(to)


def _code(result: pq.abc.PGresult) -> str:
    return (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()


def _good(to: psycopg.Connection[Any], result: pq.abc.PGresult) -> pq.abc.PGresult:
    if result.status == _DONE:
        return result
    if not _code(result):  # not an answer of the server: it has gone
        raise errors.OperationalError(to.pgconn.get_error_message())
    raise errors.error_from_result(result)
