"""Mails that are or were to be sent."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q


class Mail(models.Model):
    """A mail to an account: what it is about. What it says is written when it is sent."""

    class Kind(models.TextChoices):
        TURN = "turn"
        DEADLINE = "deadline"
        INVITATION = "invitation"
        ENDED = "ended"
        DIGEST = "digest"

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"
        """When its time came there was nothing to say any more, or it was not wanted any more."""
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(
        "accounts.Account", on_delete=models.CASCADE, related_name="mails", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    data = models.JSONField()
    """What the account was told."""
    dedupe = models.CharField(max_length=100)
    """Of all mails to an account with the same text there is one."""
    created_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField(null=True)
    """When it is to be sent; null when that is over."""
    tries = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True)
    """Who sends it now: one at a time, until `leased_until`."""
    leased_until = models.DateTimeField(null=True)
    attempted_at = models.DateTimeField(null=True)
    """When the last attempt began."""
    sent_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=60, blank=True)
    """What the last attempt came to, by the name of an error."""

    class Meta:
        db_table = "mail"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "dedupe"], name="mail_once"),
            models.CheckConstraint(
                name="mail_due_while_waiting",
                condition=Q(state="waiting", due_at__isnull=False)
                | Q(~Q(state="waiting"), due_at__isnull=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="mail_due"),
            models.Index(
                fields=["account", "sent_at"],
                condition=Q(sent_at__isnull=False),
                name="mail_sent_lately",
            ),
            models.Index(
                fields=["leased_until"],
                condition=Q(leased_until__isnull=False),
                name="mail_under_way",
            ),
            models.Index(
                fields=["attempted_at"],
                condition=Q(attempted_at__isnull=False),
                name="mail_attempted",
            ),
            models.Index(fields=["created_at"], name="mail_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
