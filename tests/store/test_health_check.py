"""A connection that the server has closed is noticed without a question (F30)."""

import psycopg
import pytest
from django.db import close_old_connections, connection
from django.test.utils import CaptureQueriesContext

from tests.cast import Caller, problem


@pytest.fixture
def killed(as_app, database):
    """End the server's side of this process's connection, as a restart does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    owner = connection.settings_dict
    with psycopg.connect(
        host=owner["HOST"],
        port=owner["PORT"],
        user=owner["USER"],
        password=owner["PASSWORD"],
        dbname=owner["NAME"],
        autocommit=True,
    ) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    return pid


def test_a_live_connection_is_usable(database):
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert connection.is_usable()


def test_a_closed_one_is_not(killed):
    assert not connection.is_usable()


def test_the_next_request_gets_a_new_one_and_no_error(killed):
    close_old_connections()  # what a server's request begins with, and a test's does not
    assert Caller().get("/time").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        assert cursor.fetchone() != (killed,)


def test_the_check_asks_nothing(alice):
    with CaptureQueriesContext(connection) as queries:
        alice.get("/me/turns")
    assert not [one["sql"] for one in queries if one["sql"] == "SELECT 1"]


def test_a_database_that_is_away_is_503_and_worth_another_try(killed):
    body = problem(Caller().get("/time"), 503, "unavailable")
    assert body["retryable"] is True
