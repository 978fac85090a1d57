"""Games that may have to learn of a vacation."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_standing_plans"),
    ]

    operations = [
        migrations.CreateModel(
            name="VacationNews",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.UUIDField()),
                ("account", models.UUIDField()),
            ],
            options={
                "verbose_name_plural": "vacation news",
                "db_table": "vacation_news",
            },
        ),
    ]
