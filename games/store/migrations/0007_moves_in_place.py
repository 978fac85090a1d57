"""A move writes its game's row in place, and the clock is put into whatever asks for it."""

from django.db import migrations, models

CLOCK = (
    "CREATE OR REPLACE FUNCTION herdbook.clock() RETURNS timestamptz\nLANGUAGE sql VOLATILE\n{}"
    "AS $$ SELECT {}clock_timestamp() $$"
)


class Migration(migrations.Migration):
    dependencies = [("store", "0006_lists_by_index")]

    operations = [
        migrations.RemoveIndex(model_name="game", name="game_without_deadlines"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["started_at"],
                condition=models.Q(status="running", time_control_kind="none"),
                name="game_without_deadlines",
            ),
        ),
        # Room in each page for the next version of one row of it.
        migrations.RunSQL(
            "ALTER TABLE public.game SET (fillfactor = 70)",
            "ALTER TABLE public.game RESET (fillfactor)",
        ),
        # New databases have this clock from the beginning.
        migrations.RunSQL(
            CLOCK.format("", "pg_catalog."),
            CLOCK.format("SET search_path = pg_catalog, pg_temp\n", ""),
        ),
    ]
