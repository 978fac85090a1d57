"""What games are looked for by: their seats, the free ones, and the kind of clock.

The text beside this is a frozen copy of `games/store/sql/append_events.sql`, which fills them.
"""

from pathlib import Path

from django.db import migrations, models

FROZEN = Path(__file__).with_suffix(".sql")
BEFORE = Path(__file__).with_name("0003_append_events.sql")
FILL = """
UPDATE game g SET
    seat_count = jsonb_array_length(g.state::jsonb->'seats'),
    free_seats = CASE WHEN g.status = 'open' THEN (
        SELECT count(*) FROM jsonb_array_elements(g.state::jsonb->'seats') AS seat
        WHERE coalesce(seat->>'kind', 'open') = 'open'
    ) ELSE 0 END,
    time_control_kind = g.state::jsonb->'time_control'->>'kind'
"""
DROP = "DROP FUNCTION herdbook.append_events(jsonb)"


class Migration(migrations.Migration):
    dependencies = [("store", "0004_feed")]

    operations = [
        migrations.AddField("game", "seat_count", models.SmallIntegerField(null=True)),
        migrations.AddField("game", "free_seats", models.SmallIntegerField(null=True)),
        migrations.AddField(
            "game", "time_control_kind", models.CharField(max_length=12, null=True)
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AlterField("game", "seat_count", models.SmallIntegerField()),
        migrations.AlterField("game", "free_seats", models.SmallIntegerField()),
        migrations.AlterField("game", "time_control_kind", models.CharField(max_length=12)),
        migrations.RunSQL(DROP, BEFORE.read_text(encoding="utf-8")),
        migrations.RunSQL(FROZEN.read_text(encoding="utf-8"), DROP),
    ]
