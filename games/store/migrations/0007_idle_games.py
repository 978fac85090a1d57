"""Games without deadlines are found by the time since which nothing has happened in them."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("store", "0006_seats_on_offer")]

    operations = [
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["last_at"],
                condition=Q(status="running", time_control_kind="none"),
                name="game_without_deadlines",
            ),
        )
    ]
