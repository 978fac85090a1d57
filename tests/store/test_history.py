"""History cannot be changed: by the application for want of rights, by the owner for the triggers."""

import pytest
from django.db import DatabaseError, IntegrityError, connection
from psycopg import sql

from games.services import lobby
from games.store import grants
from games.store.models import CommandRecord, Event, Game, HistoryIsReadOnlyError
from tests.services.table import Table, bot, new_game
from tests.store.soundness import assert_log_is_sound

INSERT_EVENT = """
INSERT INTO event (game_id, version, type, schema_version, seat, cause, command, payload, salt,
  prev_hash, hash, recorded_at, transaction_id)
SELECT game_id, version + {ahead}, {type}, schema_version, seat, cause, command, payload, salt,
  prev_hash, hash, recorded_at, transaction_id
FROM event WHERE game_id = {game} ORDER BY version DESC LIMIT 1
"""


@pytest.fixture
def table(database: None) -> Table:
    table = new_game("random", bot())
    table.play(3)
    return table


def insert_event(table: Table, *, ahead: int = 1, type_name: str = "GameFinished") -> sql.Composed:
    return sql.SQL(INSERT_EVENT).format(
        ahead=sql.Literal(ahead), type=sql.Literal(type_name), game=sql.Literal(table.game)
    )


@pytest.mark.parametrize("name", ["event", "command"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET first_seen = now()",
        "UPDATE {} SET game_id = game_id WHERE game_id = %(game)s",
        "DELETE FROM {} WHERE game_id = %(game)s",
        "TRUNCATE {}",
        "TRUNCATE {} CASCADE",
        "TRUNCATE game CASCADE",
        "MERGE INTO {} USING game ON game_id = game.id AND game_id = %(game)s WHEN MATCHED THEN DELETE",
    ],
)
def test_the_owner_cannot_rewrite_history(table, name, statement):
    text = statement.format(name).replace("first_seen = now()", "command = gen_random_uuid()")
    with (
        connection.cursor() as cursor,
        pytest.raises(DatabaseError, match=r"is history: .* is refused, for everybody"),
    ):
        cursor.execute(text, {"game": table.game} if "%(" in text else None)
    assert_log_is_sound(table.game)


def test_the_triggers_fire_in_the_session_of_a_replica_too(database):
    """A superuser's `session_replication_role = replica` silences ordinary triggers, not these."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger"
            " WHERE NOT tgisinternal ORDER BY 1, 2"
        )
        assert cursor.fetchall() == [
            ("audit_entry", "audit_entry_is_history", "A"),
            ("audit_entry", "audit_entry_is_kept", "A"),
            ("command", "command_is_history", "A"),
            ("command", "command_is_kept", "A"),
            ("django_admin_log", "admin_log_is_history", "A"),
            ("django_admin_log", "admin_log_is_kept", "A"),
            ("event", "event_is_history", "A"),
            ("event", "event_is_kept", "A"),
            ("report", "report_is_evidence", "A"),
            ("report", "report_is_kept", "A"),
        ]


def test_a_decision_has_one_closing_and_a_game_one_end_for_the_owner_too(table):
    with connection.cursor() as cursor:
        with pytest.raises(IntegrityError, match="command_one_closing_a_decision"):
            cursor.execute(
                "INSERT INTO command (game_id, command, seat, opened, how, fingerprint,"
                " first_version, last_version) SELECT game_id, command, seat, opened, 'other', '',"
                " first_version, last_version FROM command WHERE game_id = %s LIMIT 1",
                [table.game],
            )
        with pytest.raises(IntegrityError, match="event_pkey"):
            cursor.execute(insert_event(table, ahead=0))
        lobby.resign(game=table.game, asker=table.asker(1))
        with pytest.raises(IntegrityError, match="event_one_end_a_game"):
            cursor.execute(insert_event(table, type_name="GameAborted"))
    assert_log_is_sound(table.game)


def test_the_application_reads_history_and_keeps_its_working_columns(table, as_app):
    for name in ("game", "event", "command", "decision", "holder"):
        assert as_app.execute(sql.SQL("TABLE {}").format(sql.Identifier(name))).rowcount > 0
    update = sql.SQL("UPDATE decision SET {0} = {0} WHERE game_id = {1}")
    for column in grants.WORKING_COLUMNS:
        as_app.execute(update.format(sql.Identifier(column), sql.Literal(table.game)))
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("model", [Game, Event, CommandRecord])
def test_models_of_history_only_read(model):
    for write in (
        model().save,
        model().delete,
        model.objects.create,
        model.objects.all().update,
        model.objects.all().delete,
    ):
        with pytest.raises(HistoryIsReadOnlyError):
            write()
