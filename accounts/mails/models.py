"""Mails that are or were to be sent."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from accounts.deliveries import Delivery, by_age, due_while_waiting, lately_attempted


class Mail(Delivery):
    """A mail to an account: what it is about. What it says is written when it is sent."""

    class Kind(models.TextChoices):
        TURN = "turn"
        DEADLINE = "deadline"
        INVITATION = "invitation"
        ENDED = "ended"
        DIGEST = "digest"
        TOKEN = "token"  # noqa: S105 - the word
        CONFIRM = "confirm"
        RESET = "reset"
        MOVED = "moved"
        SANCTION = "sanction"
        APPEAL = "appeal"
        REFUSED = "refused"

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"
        """When its time came there was nothing to say any more, or it was not wanted any more."""
        FAILED = "failed"

    account = models.ForeignKey(
        "accounts.Account", on_delete=models.CASCADE, related_name="mails", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    dedupe = models.CharField(max_length=100)
    """Of all mails to an account with the same text there is one."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    lease = models.UUIDField(null=True)
    """Who sends it now: one at a time, until `leased_until`."""
    leased_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=60, blank=True)
    """What the last attempt came to, by the name of an error."""

    class Meta:
        db_table = "mail"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "dedupe"], name="mail_once"),
            due_while_waiting("mail"),
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
            lately_attempted("mail"),
            by_age("mail"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
