"""Tables beside the log that are no history."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models


class IdempotencyKey(models.Model):
    """A key sent with `POST /games`, and the game it stands for; kept for a day.

    The game's id is fixed before the game is made, so that of two copies of a request, whoever
    dies in between, only one makes it.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    route = models.CharField(max_length=32)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    game = models.UUIDField(default=uuid.uuid4)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "idempotency"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account", "route", "key"], name="idempotency_one_a_key"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="idempotency_by_age")]

    def __str__(self) -> str:
        return f"{self.route} {self.key}"


class JoinCode(models.Model):
    """What opens a private game to a newcomer; only a hash of it is stored."""

    game = models.UUIDField(primary_key=True)
    code_hash = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()

    class Meta:
        db_table = "join_code"

    def __str__(self) -> str:
        return str(self.game)
