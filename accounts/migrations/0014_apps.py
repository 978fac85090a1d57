"""Apps of others, before the toolkit's own tables, which refer to them."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.oauth.credentials


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_cases"),
    ]
    run_before = [
        ("oauth2_provider", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="App",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "client_id",
                    models.CharField(
                        default=accounts.oauth.credentials.new_client_id,
                        editable=False,
                        max_length=40,
                        unique=True,
                    ),
                ),
                (
                    "client_type",
                    models.CharField(
                        choices=[("confidential", "Confidential"), ("public", "Public")],
                        max_length=32,
                        verbose_name="client type",
                    ),
                ),
                ("name", models.CharField(max_length=64)),
                ("homepage", models.CharField(blank=True, max_length=200)),
                ("redirect_uris", models.TextField(blank=True)),
                ("client_secret", models.CharField(blank=True, max_length=64)),
                ("device_flow", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="apps",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"db_table": "app"},
        ),
    ]
