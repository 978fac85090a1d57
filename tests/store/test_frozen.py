"""The text of each function, its frozen copy in the migration, and what is installed are one."""

import re
from pathlib import Path

import pytest
from django.db import connection

from games import store

FOLDER = Path(store.__file__).parent
COPIES = {"schema.sql": "0002_log_schema.sql", "append_events.sql": "0003_append_events.sql"}
FUNCTION = re.compile(r"CREATE FUNCTION herdbook\.(\w+)\(.*?AS \$\$(.*?)\$\$", re.DOTALL)


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
