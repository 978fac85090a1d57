"""Counts of each day, from the feed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="DayOfPlay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("ruleset", models.CharField(max_length=32)),
                ("created", models.IntegerField(default=0)),
                ("started", models.IntegerField(default=0)),
                ("finished", models.IntegerField(default=0)),
                ("aborted", models.IntegerField(default=0)),
                ("never_started", models.IntegerField(default=0)),
                ("moves_of_people", models.IntegerField(default=0)),
                ("moves_of_bots", models.IntegerField(default=0)),
                ("moves_of_house_bots", models.IntegerField(default=0)),
                ("decisions_expired", models.IntegerField(default=0)),
            ],
            options={
                "verbose_name_plural": "days of play",
                "db_table": "day_of_play",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "ruleset"), name="day_of_play_one_a_ruleset"
                    )
                ],
            },
        ),
    ]
