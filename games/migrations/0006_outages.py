"""Outages, as the operator has recorded them."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("games", "0005_quick_games")]

    operations = [
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_at", models.DateTimeField(unique=True)),
                ("ended_at", models.DateTimeField()),
                ("grace", models.DurationField()),
                ("recorded_at", models.DateTimeField()),
            ],
            options={
                "db_table": "outage",
                "constraints": [
                    models.CheckConstraint(
                        name="outage_ends_after_it_began", condition=Q(ended_at__gt=F("began_at"))
                    )
                ],
            },
        )
    ]
