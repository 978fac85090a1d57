"""What is said about games."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_outages"),
        ("store", "0004_feed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.IntegerField()),
                (
                    "room",
                    models.CharField(
                        choices=[("players", "Players"), ("spectators", "Spectators")],
                        max_length=10,
                    ),
                ),
                ("seat", models.SmallIntegerField(null=True)),
                ("alias", models.CharField(blank=True, max_length=16)),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                ("closing", models.BooleanField()),
                ("key", models.CharField(max_length=64, null=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="store.game",
                    ),
                ),
            ],
            options={
                "db_table": "chat_message",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "number"), name="chat_message_one_a_number"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key__isnull", False)),
                        fields=("game", "author", "key"),
                        name="chat_message_one_a_key",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("closing", True)),
                        fields=("game", "seat"),
                        name="chat_message_one_closing_word",
                    ),
                ],
            },
        ),
    ]
