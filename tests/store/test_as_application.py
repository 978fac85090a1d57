"""The application calls `append_events` with its own few rights, and cannot trick it."""

from uuid import UUID

import msgspec
import psycopg
import pytest
from django.conf import settings
from django.db import connection

from accounts.models import Account
from accounts.services import erasure
from games.store.append import _to_json
from tests.config.production import connected
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


FORGED_COMMAND = {
    "hash": "00" * 32,
    "head_hash": "00" * 32,
    "version": 77,
    "first_version": 77,
    "recorded_at": "2020-01-01T00:00:00Z",
    "last_at": "2020-01-01T00:00:00Z",
    "transaction_id": 1,
    "how": "expiry",
}
FORGED_EVENT = {
    "version": 77,
    "salt": "00" * 32,
    "prev_hash": "00" * 32,
    "hash": "00" * 32,
    "at": "2020-01-01T00:00:00Z",
    "recorded_at": "2020-01-01T00:00:00Z",
    "transaction_id": 1,
    "command": str(UUID(int=1)),
    "game_id": str(UUID(int=1)),
}


def test_hash_salt_version_time_and_transaction_cannot_be_forged(table, as_app):
    """F34: the function counts, draws, hashes and stamps by itself, whatever else it is given."""
    sent = _to_json(answer(table)) | FORGED_COMMAND
    sent["events"] = [event | FORGED_EVENT for event in sent["events"]]
    with as_app.transaction():
        as_app.execute(CALL, [msgspec.json.encode([sent]).decode()])
        (transaction,) = as_app.execute("SELECT herdbook.feed_id(pg_current_xact_id())").fetchone()
    assert_log_is_sound(table.game)
    written = as_app.execute(
        "SELECT DISTINCT recorded_at, transaction_id, command FROM event WHERE game_id = %s"
        " AND version >= (SELECT first_version FROM command WHERE command = %s AND seat IS NOT NULL)",
        [table.game, sent["command"]],
    ).fetchall()
    assert written == [(sent["at"], transaction, sent["command"])]
    forged = as_app.execute("SELECT count(*) FROM event WHERE salt = %s", [bytes(32)])
    assert forged.fetchone() == (0,)


@pytest.mark.parametrize(
    ("forged", "results"),
    [
        ({"expected": 77}, {"conflict"}),
        ({"expected": None}, {"conflict"}),
        ({"expected": -1}, {"conflict"}),
        ({"at": None}, {"conflict"}),
        ({"at": "-infinity"}, {"conflict"}),
        ({"at": "infinity"}, {"conflict"}),
        ({"at": "2020-01-01T00:00:00Z"}, {"conflict"}),
        ({"at": "tomorrow"}, {"conflict"}),
        ({"answer_opened": 77}, {"closed"}),
        ({"answer_seat": None}, {"closed"}),
        ({"game": None}, {"conflict", "closed"}),
    ],
    ids=lambda value: str(sorted(value)) if isinstance(value, set) else str(value),
)
def test_a_forged_command_is_none(table, as_app, forged, results):
    before = assert_log_is_sound(table.game)
    sent = msgspec.json.encode([_to_json(answer(table)) | forged]).decode()
    assert {result for (result,) in as_app.execute(CALL, [sent]).fetchall()} <= results
    assert assert_log_is_sound(table.game) == before


def test_no_word_for_how_makes_a_late_answer_timely(table, as_app, clock):
    due_at = table.owed().due_at
    sent = _to_json(answer(table))
    clock.advance((due_at - sent["at"]).total_seconds())
    for how in ("move", "other", "", "EXPIRY"):
        late = [_to_json(answer(table)) | {"answer_how": how}]
        found = as_app.execute(CALL, [msgspec.json.encode(late).decode()]).fetchall()
        assert found == [("late",)], how
    assert_log_is_sound(table.game)


def test_an_answer_is_recorded_as_a_move_or_an_expiry_and_as_nothing_else(table, as_app):
    sent = _to_json(answer(table)) | {"answer_how": "magic"}
    assert as_app.execute(CALL, [msgspec.json.encode([sent]).decode()]).fetchall() == [("done",)]
    how = as_app.execute(
        "SELECT how FROM command WHERE game_id = %s AND command = %s AND seat IS NOT NULL",
        [table.game, sent["command"]],
    )
    assert how.fetchall() == [("move",)]
    assert_log_is_sound(table.game)


def test_an_old_snapshot_finds_no_old_version(table, as_app):
    """A transaction that sees the past cannot write behind what came meanwhile."""
    as_app.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    as_app.execute("SELECT 1 FROM game")
    stale = answer(table)
    table.play(1)
    with pytest.raises(psycopg.errors.SerializationFailure):
        call(as_app, stale)
    as_app.execute("ROLLBACK")
    assert_log_is_sound(table.game)


def test_a_command_cannot_come_as_a_type_of_the_callers(table, as_app):
    as_app.execute("CREATE DOMAIN pg_temp.jsonb AS pg_catalog.jsonb")
    as_app.execute("CREATE DOMAIN pg_temp.uuid AS pg_catalog.uuid CHECK (false)")
    as_app.execute("SET search_path = pg_temp, public")
    assert call(as_app, answer(table)) == ["done"]
    assert_log_is_sound(table.game)


def test_an_account_ends_with_the_rights_of_the_application(table):
    """Of the rows that tie accounts to games it may delete some, and write none."""
    app = settings.APP_DATABASE
    name = connection.settings_dict["NAME"]
    erased = table.asker(0).account
    with connected(f"postgresql://{app.user}:{app.password}@{app.host}:{app.port}/{name}"):
        account = Account.objects.get(id=erased)
        erasure.erase(account, now=account.created_at)
        assert not Account.objects.filter(id=erased).exists()
    assert table.types[-1] == "SeatRenamed"
    assert_log_is_sound(table.game, gone=[0])


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
