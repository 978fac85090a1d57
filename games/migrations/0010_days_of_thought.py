"""How long house bots think, by day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_days_of_results")]

    operations = [
        migrations.CreateModel(
            name="DayOfThought",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("ruleset", models.CharField(max_length=32)),
                ("strategy", models.CharField(max_length=32)),
                ("decisions", models.IntegerField(default=0)),
                ("seconds", models.FloatField(default=0)),
                ("longest", models.FloatField(default=0)),
            ],
            options={
                "verbose_name_plural": "days of thought",
                "db_table": "day_of_thought",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "ruleset", "strategy"),
                        name="day_of_thought_one_a_strategy",
                    )
                ],
            },
        )
    ]
