"""The application calls `append_events` with its own few rights, and cannot trick it."""

import msgspec
import psycopg
import pytest
from django.db import connection

from games.store.append import _to_json
from tests.services.table import Table, bot, new_game
from tests.store.soundness import assert_log_is_sound
from tests.store.writing import answer, creation

CALL = "SELECT result FROM herdbook.append_events(%s::jsonb) ORDER BY place"
SHADOWS = [
    "CREATE TEMP TABLE event (LIKE public.event)",
    "CREATE TEMP TABLE game (LIKE public.game)",
    "CREATE TEMP TABLE command (LIKE public.command)",
    "CREATE TEMP TABLE decision (LIKE public.decision)",
    "CREATE FUNCTION pg_temp.clock() RETURNS timestamptz LANGUAGE sql RETURN timestamptz '-infinity'",
    "CREATE FUNCTION pg_temp.sha256(bytea) RETURNS bytea LANGUAGE sql RETURN ''::bytea",
    "CREATE FUNCTION pg_temp.int4send(integer) RETURNS bytea LANGUAGE sql RETURN ''::bytea",
    "SET search_path = pg_temp, public, herdbook, pg_catalog",
]


@pytest.fixture
def table(database: None) -> Table:
    return new_game(bot(), bot())


def call(as_app, *commands) -> list[str]:
    sent = msgspec.json.encode([_to_json(command) for command in commands]).decode()
    return [result for (result,) in as_app.execute(CALL, [sent]).fetchall()]


def test_the_application_makes_games_and_moves(table, as_app):
    made = creation()
    assert call(as_app, made, answer(table)) == ["done", "done"]
    assert_log_is_sound(made.game)
    assert_log_is_sound(table.game)


def test_names_that_the_caller_puts_in_front_are_not_looked_at(table, as_app):
    for shadow in SHADOWS:
        as_app.execute(shadow)
    made = creation()
    assert call(as_app, made, answer(table)) == ["done", "done"]
    assert as_app.execute("SELECT count(*) FROM pg_temp.event").fetchone() == (0,)
    assert as_app.execute("SELECT count(*) FROM pg_temp.game").fetchone() == (0,)
    assert_log_is_sound(made.game)
    assert_log_is_sound(table.game)


def test_nobody_but_the_application_and_the_owner_may_call_it(database):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.prosecdef, p.provolatile, p.proconfig::text, array(SELECT"
            " grantee::regrole::text FROM aclexplode(p.proacl) WHERE grantee <> p.proowner),"
            " array(SELECT true FROM aclexplode(p.proacl) WHERE grantee = 0)"
            " FROM pg_proc p WHERE p.oid = 'herdbook.append_events(jsonb)'::regprocedure"
        )
        secure, volatility, config, grantees, public = cursor.fetchone()
    assert (secure, volatility, public) == (True, "v", [])
    assert "pg_temp" in config.split(",")[-1]
    assert grantees == ["herdbook_app"]


def test_an_open_transaction_can_be_rolled_back_without_a_trace(table, as_app):
    before = assert_log_is_sound(table.game)
    with as_app.transaction(force_rollback=True):
        assert call(as_app, answer(table)) == ["done"]
    assert assert_log_is_sound(table.game) == before


def test_a_command_that_breaks_in_the_middle_leaves_nothing(table, as_app):
    """F22: an error at the end of the function undoes what it did at the beginning."""
    before = assert_log_is_sound(table.game)
    broken = _to_json(answer(table))
    broken["holders"] = [{"id": str(table.game), "seat": 0, "account": str(table.game)}]
    good = _to_json(creation())
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        as_app.execute(CALL, [msgspec.json.encode([good, broken]).decode()])
    assert assert_log_is_sound(table.game) == before
    found = as_app.execute("SELECT count(*) FROM game WHERE id = %s", [good["game"]])
    assert found.fetchone() == (0,)
