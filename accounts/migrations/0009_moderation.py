"""Roles, sanctions with their appeals, and the audit log."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_mails"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("text", models.CharField(max_length=2000)),
                ("created_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[("granted", "Granted"), ("refused", "Refused")],
                        max_length=8,
                    ),
                ),
                ("answer_text", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "db_table": "appeal",
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("actor", models.UUIDField(null=True)),
                ("role", models.CharField(max_length=16)),
                ("action", models.CharField(max_length=40)),
                ("target_kind", models.CharField(max_length=20)),
                ("target", models.CharField(max_length=64)),
                ("case", models.UUIDField(null=True)),
                ("reason", models.CharField(max_length=500)),
                ("note", models.CharField(blank=True, max_length=2000)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                ("request_id", models.CharField(blank=True, max_length=64)),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "db_table": "audit_entry",
            },
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warning", "Warning"),
                            ("chat_mute", "Chat Mute"),
                            ("no_rated_play", "No Rated Play"),
                            ("suspension", "Suspension"),
                        ],
                        max_length=16,
                    ),
                ),
                ("game", models.UUIDField(null=True)),
                (
                    "reason",
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
                ("public_text", models.CharField(max_length=500)),
                ("private_note", models.CharField(blank=True, max_length=2000)),
                ("created_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField(null=True)),
                ("case", models.UUIDField(null=True)),
                ("acknowledged_at", models.DateTimeField(null=True)),
                ("lifted_at", models.DateTimeField(null=True)),
                ("lifted_reason", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "db_table": "sanction",
            },
        ),
        migrations.AddField(
            model_name="account",
            name="staff_role",
            field=models.CharField(
                blank=True,
                choices=[
                    ("moderator", "Moderator"),
                    ("operator", "Operator"),
                    ("administrator", "Administrator"),
                ],
                db_default="",
                default="",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="account",
            name="suspended_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="account",
            name="unrated_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("staff_role", ""),
                    models.Q(("is_staff", True), ("kind", "person")),
                    _connector="OR",
                ),
                name="account_staff_role_is_of_a_person",
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="answered_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(
                fields=["target_kind", "target", "-id"], name="audit_entry_by_target"
            ),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["actor", "-id"], name="audit_entry_by_actor"),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(
                condition=models.Q(("case__isnull", False)),
                fields=["case", "-id"],
                name="audit_entry_by_case",
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sanctions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="lifted_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="sanction",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="appeals",
                to="accounts.sanction",
            ),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(
                fields=["account", "-created_at", "-id"], name="sanction_by_account"
            ),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(
                condition=models.Q(("case__isnull", False)),
                fields=["case"],
                name="sanction_by_case",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("ends_at__isnull", True),
                    ("ends_at__gt", models.F("created_at")),
                    _connector="OR",
                ),
                name="sanction_ends_after_its_start",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "warning"), _negated=True),
                    ("ends_at__isnull", True),
                    _connector="OR",
                ),
                name="sanction_warning_has_no_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(("game__isnull", True), ("kind", "chat_mute"), _connector="OR"),
                name="sanction_of_one_game_is_a_mute",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("lifted_at__isnull", True),
                    models.Q(("lifted_reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="sanction_lifted_says_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answered_at__isnull", True)),
                fields=("sanction",),
                name="appeal_one_open_a_sanction",
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("answer", ""), ("answered_at__isnull", True)),
                    models.Q(
                        ("answered_at__isnull", False), models.Q(("answer", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="appeal_answered_says_how",
            ),
        ),
    ]
