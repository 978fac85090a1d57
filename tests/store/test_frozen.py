"""The text of each function, its frozen copy in the migration, and what is installed are one."""

import re
from pathlib import Path

import pytest
from django.db import connection, transaction

from games import store

FOLDER = Path(store.__file__).parent
COPIES = {
    "schema.sql": "0002_log_schema.sql",
    "append_events.sql": "0010_fewer_statements_a_move.sql",
    "feed.sql": "0004_feed.sql",
}
FUNCTION = re.compile(r"CREATE FUNCTION herdbook\.(\w+)\([^;]*?AS \$\$(.*?)\$\$", re.DOTALL)
BOUND = re.compile(r"CREATE FUNCTION herdbook\.(\w+)(\([^;]*?\nRETURN [^;]*;)", re.DOTALL)


@pytest.mark.parametrize(("name", "copy"), COPIES.items())
def test_the_migration_holds_the_same_text(name, copy):
    text = (FOLDER / "sql" / name).read_text(encoding="utf-8")
    assert (FOLDER / "migrations" / copy).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", COPIES)
def test_the_database_runs_the_same_text(database, name):
    functions = FUNCTION.findall((FOLDER / "sql" / name).read_text(encoding="utf-8"))
    assert functions
    with connection.cursor() as cursor:
        for function, body in functions:
            cursor.execute(
                "SELECT prosrc FROM pg_proc WHERE pronamespace = 'herdbook'::regnamespace"
                " AND proname = %s",
                [function],
            )
            assert cursor.fetchall() == [(body,)], function


def test_a_function_in_sql_s_own_form_is_the_same_too(database):
    """Its body is stored as a tree, so it is made once more and the two are compared as shown."""
    [(name, rest)] = BOUND.findall((FOLDER / "sql" / "schema.sql").read_text(encoding="utf-8"))
    assert name == "event_hash"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"CREATE FUNCTION herdbook.made_again{rest}")
        cursor.execute(
            "SELECT count(DISTINCT pg_get_function_sqlbody(oid)), count(*) FROM pg_proc"
            " WHERE pronamespace = 'herdbook'::regnamespace AND proname IN (%s, 'made_again')",
            [name],
        )
        assert cursor.fetchone() == (1, 2)
        transaction.set_rollback(True)
