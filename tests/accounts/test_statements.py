"""Statements of the move path: what they answer, and what they raise."""

import psycopg
import pytest
from django.db import DataError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.statements import Statement

pytestmark = pytest.mark.usefixtures("database")
ECHO = Statement(
    "SELECT said, NULL, (length(said) % 100)::text FROM (SELECT $1::text AS said) AS one"
)
PID = Statement("SELECT pg_backend_pid()::text, $1::text")
WHOLE = Statement("SELECT ($1::text::integer)::text")


def test_texts_come_back_as_utf_8_and_nothing_as_none():
    text = 'Küh\n"%s" $1 \\ 🐄'
    assert ECHO.ask(text.encode()) == [(text.encode(), None, str(len(text)).encode())]


def test_the_answer_is_the_same_in_a_transaction_and_where_statements_are_counted():
    alone = ECHO.ask(b"cow")
    with transaction.atomic():
        assert ECHO.ask(b"cow") == alone
    with CaptureQueriesContext(connection) as asked:
        assert ECHO.ask(b"cow") == alone
    assert len(asked) == 1


def test_an_error_of_the_database_is_one_of_django_and_the_connection_goes_on():
    with pytest.raises(DataError) as error:
        WHOLE.ask(b"cow")
    assert isinstance(error.value.__cause__, psycopg.errors.InvalidTextRepresentation)
    assert WHOLE.ask(b"7") == [(b"7",)]


def test_a_statement_that_the_server_forgot_is_prepared_again():
    assert ECHO.ask(b"a") == [(b"a", None, b"1")]
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    assert ECHO.ask(b"b") == [(b"b", None, b"1")]


def test_nothing_is_prepared_where_that_is_off(settings):
    settings.HERDBOOK_PREPARES = False
    fresh = Statement("SELECT upper($1::text)")
    assert fresh.ask(b"cow") == [(b"COW",)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement ~ 'upper'")
        assert cursor.fetchone() == (0,)


def test_a_cut_connection_is_an_operational_error_and_the_next_request_has_another():
    [(pid, _)] = PID.ask(b"")
    with pytest.raises(OperationalError):
        Statement("SELECT pg_terminate_backend(pg_backend_pid())::text, $1::text").ask(b"")
    connection.close_if_unusable_or_obsolete()
    [(another, _)] = PID.ask(b"")
    assert another != pid
