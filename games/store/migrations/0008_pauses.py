"""When a paused game goes on by itself, by which the sweep finds it.

The text beside this is a frozen copy of `games/store/sql/append_events.sql`, which fills it.
"""

from pathlib import Path

from django.db import migrations, models
from django.db.models import Q

FROZEN = Path(__file__).with_suffix(".sql")
BEFORE = Path(__file__).with_name("0005_lists.sql")
DROP = "DROP FUNCTION herdbook.append_events(jsonb)"


class Migration(migrations.Migration):
    dependencies = [("store", "0007_idle_games")]

    operations = [
        migrations.AddField("game", "resume_at", models.DateTimeField(null=True)),
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["resume_at"], condition=Q(resume_at__isnull=False), name="game_to_resume"
            ),
        ),
        migrations.RunSQL(DROP, BEFORE.read_text(encoding="utf-8")),
        migrations.RunSQL(FROZEN.read_text(encoding="utf-8"), DROP),
    ]
