"""The feed across games: its epoch, the checkpoints of its consumers, and the first epoch."""

import uuid
from pathlib import Path

from django.db import migrations, models

FROZEN = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    dependencies = [("store", "0003_append_events")]

    operations = [
        migrations.CreateModel(
            name="FeedCheckpoint",
            fields=[
                (
                    "consumer",
                    models.CharField(max_length=40, primary_key=True, serialize=False),
                ),
                ("transaction_id", models.BigIntegerField(default=0)),
                ("game", models.UUIDField(default=uuid.UUID(int=0))),
                ("version", models.IntegerField(default=0)),
                ("handled", models.BigIntegerField(default=0)),
                ("ran_at", models.DateTimeField(null=True)),
                ("failures", models.SmallIntegerField(default=0)),
                ("retry_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, default="", max_length=80)),
            ],
            options={"db_table": "feed_checkpoint"},
        ),
        migrations.CreateModel(
            name="FeedEpoch",
            fields=[
                ("number", models.IntegerField(primary_key=True, serialize=False)),
                ("cluster", models.BigIntegerField()),
                ("begun_at", models.DateTimeField()),
            ],
            options={"db_table": "feed_epoch"},
        ),
        migrations.RunSQL(
            FROZEN.read_text(encoding="utf-8"),
            "DROP FUNCTION herdbook.begin_epoch, herdbook.feed_id, herdbook.refuse_cluster,"
            " herdbook.cluster",
        ),
        migrations.RunSQL("SELECT herdbook.begin_epoch()", migrations.RunSQL.noop),
    ]
