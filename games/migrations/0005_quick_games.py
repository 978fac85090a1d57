"""The games of quick matches, by what was asked for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_vacation_news")]

    operations = [
        migrations.CreateModel(
            name="QuickGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("number", models.IntegerField()),
                ("game", models.UUIDField(unique=True)),
            ],
            options={
                "db_table": "quick_game",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("key", "number"), name="quick_game_one_a_number"
                    )
                ],
            },
        ),
    ]
