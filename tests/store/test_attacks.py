"""Forbidden statements as the application role: each is refused, and nothing has changed.

What may stand in `append_events` is attacked in `test_as_application`.
"""

import pytest
from django.db import connection

from tests.services.table import Table, bot, new_game
from tests.store.attacks import ATTACKS, WITHOUT_EFFECT
from tests.store.soundness import assert_log_is_sound

LOOK = """
SELECT md5(string_agg(line, ' ' ORDER BY line)) FROM (
    SELECT concat_ws(' ', oid, relname, relowner, relnamespace, relacl, relpersistence,
                     relhasrules, relrowsecurity, reltoastrelid)
    FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'herdbook'::regnamespace)
    UNION ALL
    SELECT concat_ws(' ', attrelid, attname, atttypid, attacl, attisdropped)
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', oid, proname, proowner, prosecdef, proconfig, proacl, prosrc)
    FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'herdbook'::regnamespace)
    UNION ALL
    SELECT concat_ws(' ', tgrelid, tgname, tgenabled, tgfoid) FROM pg_trigger
    UNION ALL
    SELECT concat_ws(' ', rolname, rolsuper, rolcreaterole, rolcanlogin, rolbypassrls)
    FROM pg_roles
    UNION ALL
    SELECT concat_ws(' ', roleid, member) FROM pg_auth_members
    UNION ALL
    SELECT concat_ws(' ', setdatabase, setrole, setconfig) FROM pg_db_role_setting
) AS lines (line)
"""
"""A digest of all tables, functions, triggers, roles and rights."""


@pytest.fixture(scope="module")
def table(test_database: None, django_db_blocker) -> Table:
    """A running game that all attacks are made on."""
    with django_db_blocker.unblock():
        table = new_game("random", bot())
        table.play(3)
        connection.close()
    return table


def look() -> str:
    with connection.cursor() as cursor:
        cursor.execute(LOOK)
        (digest,) = cursor.fetchone()
    assert isinstance(digest, str)
    return digest


def filled_in(statement: str, table: Table) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (owner_pid,) = cursor.fetchone()
    return statement.format(
        game=table.game, owner_pid=owner_pid, database=connection.settings_dict["NAME"]
    )


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused(table, as_app, name):
    attack = ATTACKS[name]
    before = look()
    *steps, last = (filled_in(statement, table) for statement in attack.statements)
    for step in steps:
        as_app.execute(step)
    with pytest.raises(attack.refusal, match=attack.says):
        as_app.execute(last)
    assert look() == before
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("name", WITHOUT_EFFECT)
def test_an_attack_has_no_effect(table, as_app, name):
    before = look()
    notices: list[str] = []
    as_app.add_notice_handler(lambda notice: notices.append(str(notice.severity_nonlocalized)))
    as_app.execute(WITHOUT_EFFECT[name])
    assert "WARNING" in notices
    assert look() == before
    assert_log_is_sound(table.game)


def test_there_are_enough_of_them():
    assert len(ATTACKS) > 100
