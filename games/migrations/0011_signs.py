"""Signs that two accounts play together."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


def _account(related_name="+", **options):
    return models.ForeignKey(
        to=settings.AUTH_USER_MODEL,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        **options,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_days_of_thought"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="EndedGame",
            fields=[
                ("game", models.UUIDField(primary_key=True, serialize=False)),
                ("looked_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "ended_game",
                "indexes": [
                    models.Index(
                        fields=["game"],
                        condition=Q(looked_at__isnull=True),
                        name="ended_game_to_look_at",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SignSum",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("giver", _account(null=True)),
                ("receiver", _account(null=True)),
                ("scope", models.CharField(max_length=48)),
                ("kind", models.CharField(max_length=16)),
                ("count", models.BigIntegerField()),
                ("total", models.FloatField()),
                ("squares", models.FloatField()),
            ],
            options={
                "db_table": "sign_sum",
                "constraints": [
                    models.UniqueConstraint(
                        fields=["giver", "receiver", "scope", "kind"],
                        nulls_distinct=False,
                        name="sign_sum_one_of_each",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Suspicion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("first", _account(db_index=False)),
                ("second", _account()),
                ("score", models.FloatField()),
                ("games", models.IntegerField()),
                ("telling", models.JSONField()),
                ("scored_at", models.DateTimeField()),
            ],
            options={
                "db_table": "suspicion",
                "verbose_name": "signal",
                "constraints": [
                    models.UniqueConstraint(
                        fields=["first", "second"], name="suspicion_one_a_pair"
                    ),
                    models.CheckConstraint(
                        name="suspicion_in_order", condition=Q(first__lt=F("second"))
                    ),
                ],
                "indexes": [models.Index(fields=["-score", "-id"], name="suspicion_by_score")],
            },
        ),
    ]
