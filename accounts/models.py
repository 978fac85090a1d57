"""Accounts and tokens."""

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q


class AccountManager(BaseUserManager["Account"]):
    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(name=username)


class Account(AbstractBaseUser, PermissionsMixin):
    """Somebody who may play: a person, or a program."""

    class Kind(models.TextChoices):
        PERSON = "person"
        BOT = "bot"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(
        max_length=32,
        unique=True,
        db_collation="C",
        validators=[RegexValidator(r"\A[a-z0-9_-]{3,32}\Z", "Use 3 to 32 of a-z 0-9 - _.")],
    )
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PERSON)
    sandbox = models.BooleanField(default=False)
    """A throw-away bot that plays casual games until `expires_at`."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)

    USERNAME_FIELD = "name"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = AccountManager()

    class Meta:
        db_table = "account"
        constraints = [
            models.CheckConstraint(
                name="account_sandbox_is_a_bot_that_ends",
                condition=Q(sandbox=False) | Q(kind="bot", expires_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    """A key to the API. Only a hash of its secret is stored, so a copy of the table opens nothing."""

    id = models.CharField(primary_key=True, max_length=16, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    label = models.CharField(max_length=64)
    secret_hash = models.BinaryField(max_length=32)
    """SHA-256 of the secret part."""
    scopes = models.JSONField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "token"

    def __str__(self) -> str:
        return f"{self.label} ({self.id})"
