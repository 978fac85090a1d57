"""What was reported, and the cases made of it."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_account_by_email"),
    ]

    operations = [
        migrations.CreateModel(
            name="Case",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "breach",
                    models.CharField(
                        choices=[
                            ("chat_abuse", "Chat Abuse"),
                            ("stalling", "Stalling"),
                            ("cheating", "Cheating"),
                            ("multiple_accounts", "Multiple Accounts"),
                            ("offensive_name", "Offensive Name"),
                            ("other", "Other"),
                        ],
                        max_length=20,
                    ),
                ),
                ("game", models.UUIDField(null=True)),
                ("about", models.CharField(max_length=100)),
                ("created_at", models.DateTimeField()),
                ("claimed_until", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("action_taken", "Action Taken"),
                            ("no_breach", "No Breach"),
                            ("not_proven", "Not Proven"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "subject",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="cases",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "moderation_case",
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("from_version", models.IntegerField(null=True)),
                ("to_version", models.IntegerField(null=True)),
                ("text", models.CharField(max_length=2000)),
                ("evidence", models.JSONField()),
                ("evidence_hash", models.CharField(max_length=64)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="accounts.case",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "report",
            },
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True)),
                fields=["created_at"],
                name="case_open",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["subject", "-created_at"], name="case_by_subject"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("game__isnull", False)), fields=["game"], name="case_by_game"
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)),
                fields=("about",),
                name="case_one_open_a_breach",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", True), ("outcome", "")),
                    models.Q(
                        ("closed_at__isnull", False), models.Q(("outcome", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="case_closed_says_how",
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                fields=["reporter", "-created_at", "-id"], name="report_by_reporter"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                fields=("case", "reporter"), name="report_one_a_reporter"
            ),
        ),
    ]
