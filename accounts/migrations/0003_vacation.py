"""Vacations of accounts."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_account_events"),
    ]

    operations = [
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("begun_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "vacation",
                "indexes": [
                    models.Index(fields=["account", "starts_at"], name="vacation_by_account"),
                    models.Index(
                        condition=models.Q(("begun_at__isnull", True), ("ended_at__isnull", True)),
                        fields=["starts_at"],
                        name="vacation_to_begin",
                    ),
                    models.Index(
                        condition=models.Q(("begun_at__isnull", False), ("ended_at__isnull", True)),
                        fields=["ends_at"],
                        name="vacation_to_end",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("account",),
                        name="vacation_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("starts_at"))),
                        name="vacation_ends_after_its_start",
                    ),
                ],
            },
        ),
    ]
