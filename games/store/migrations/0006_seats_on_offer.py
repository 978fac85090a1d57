"""Finding the games in play with a seat that anybody may take over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0005_lists")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("free_seats__gt", 0), ("status", "running")),
                fields=["-created_at", "-id"],
                name="game_with_a_seat_on_offer",
            ),
        ),
    ]
