"""Orders about the result may be recorded behind the end of play.

The text is a frozen copy of `games/store/sql/append_events.sql`. It is put in the place of the one
before it, so that nobody loses the right to call the function.
"""

from pathlib import Path

from django.db import migrations

HERE = Path(__file__)
FROZEN = HERE.with_suffix(".sql")
BEFORE = HERE.with_name("0003_append_events.sql")


def in_place(text: Path) -> str:
    return text.read_text(encoding="utf-8").replace(
        "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1
    )


class Migration(migrations.Migration):
    dependencies = [("store", "0008_reports")]

    operations = [migrations.RunSQL(in_place(FROZEN), in_place(BEFORE))]
