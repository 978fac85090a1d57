"""What lists are asked for stands in their indexes; a move writes one of them less."""

from django.db import migrations, models

ASKED_FOR = ("ruleset", "rated", "private", "seat_count", "free_seats", "time_control_kind")


class Migration(migrations.Migration):
    dependencies = [("store", "0005_audit")]

    operations = [
        migrations.RemoveIndex(model_name="game", name="game_by_creation"),
        migrations.RemoveIndex(model_name="game", name="game_by_status"),
        migrations.RemoveIndex(model_name="game", name="game_by_end"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-created_at", "-id"],
                include=("status", *ASKED_FOR),
                name="game_by_creation",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "-created_at", "-id"],
                include=ASKED_FOR,
                condition=models.Q(status__in=["open", "paused"]),
                name="game_by_status",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "-finished_at", "-id"],
                include=ASKED_FOR,
                condition=models.Q(status__in=["finished", "aborted", "expired"]),
                name="game_by_end",
            ),
        ),
    ]
