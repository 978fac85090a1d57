"""The one way into the log. The text is a frozen copy of `games/store/sql/append_events.sql`."""

from pathlib import Path

from django.db import migrations

FROZEN = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    dependencies = [("store", "0002_log_schema")]

    operations = [
        migrations.RunSQL(
            FROZEN.read_text(encoding="utf-8"),
            "DROP FUNCTION herdbook.append_events(jsonb)",
        )
    ]
