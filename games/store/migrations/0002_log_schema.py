"""The schema `herdbook`: clock, hash chain, and the triggers that keep history as it is."""

from pathlib import Path

from django.db import migrations

FROZEN = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0001_initial"),
        ("admin", "0003_logentry_add_action_flag_choices"),
    ]

    operations = [
        migrations.RunSQL(
            FROZEN.read_text(encoding="utf-8"),
            "DROP SCHEMA herdbook CASCADE",
        )
    ]
