"""Moves that were refused to bots, for their owners."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_signs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RefusedMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.UUIDField()),
                ("seat", models.SmallIntegerField()),
                ("opened", models.IntegerField()),
                ("number", models.SmallIntegerField()),
                ("move", models.CharField(max_length=200)),
                ("code", models.CharField(max_length=32)),
                ("at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "refused_move",
                "indexes": [models.Index(fields=["at"], name="refused_move_by_age")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "seat", "opened", "number"),
                        name="refused_move_one_a_number",
                    )
                ],
            },
        ),
    ]
