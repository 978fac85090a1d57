"""Webhooks and what was or is to be sent to them."""

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from accounts.deliveries import Delivery, by_age, due_while_waiting, lately_attempted


class Webhook(models.Model):
    """A receiver of messages about an account's events."""

    class Reason(models.TextChoices):
        """Why nothing is sent."""

        OWNER = "owner"
        GONE = "gone"
        """The receiver answered 410."""
        FAILING = "failing"
        """For days nothing could be delivered."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(
        "accounts.Account", on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.CharField(max_length=500)
    """May hold a secret of the receiver's: it is for its owner only, and for no log."""
    description = models.CharField(max_length=80, blank=True)
    types = ArrayField(models.CharField(max_length=40))
    """The types of events that are sent."""
    sealed_secret = models.BinaryField()
    """`accounts.webhooks.secrets` says how."""
    earlier_secret = models.BinaryField(null=True)
    """Signs beside the present one until `earlier_until`."""
    earlier_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    disabled_at = models.DateTimeField(null=True)
    disabled_for = models.CharField(max_length=8, choices=Reason.choices, blank=True)
    failures = models.PositiveIntegerField(default=0)
    """Attempts in a row that came to nothing."""
    failing_since = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(null=True)
    """After a failure it is left alone for a while, whatever is due."""
    slow = models.BooleanField(default=False)
    """Its last answer was a failure or took long; only a few such are served at once."""
    served_at = models.DateTimeField(null=True)
    """When its turn began the last time."""
    lease = models.UUIDField(null=True)
    """Who sends to it now: one at a time, until `leased_until`."""
    leased_until = models.DateTimeField(null=True)

    class Meta:
        db_table = "webhook"
        indexes: ClassVar = [
            models.Index(
                fields=["leased_until"], condition=Q(slow=True), name="webhook_slow_at_work"
            )
        ]

    def __str__(self) -> str:
        return str(self.id)


class WebhookDelivery(Delivery):
    """A message for one webhook: what it says, and every attempt to send it."""

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        FAILED = "failed"

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    sequence = models.BigIntegerField(null=True)
    """The place of the event in the account feed; a test has none."""
    type = models.CharField(max_length=40)
    at = models.DateTimeField()
    """When what it tells of happened."""
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    attempts = models.JSONField(default=list)
    """The last attempts in order: `at`, `status`, `failure`, `latency_ms`."""
    redelivery = models.UUIDField(null=True)
    """The request of the owner's that asked for it again."""

    class Meta:
        db_table = "webhook_delivery"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "sequence"], name="webhook_delivery_once"),
            due_while_waiting("webhook_delivery"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["webhook", "due_at"],
                condition=Q(due_at__isnull=False),
                name="webhook_delivery_due",
            ),
            models.Index(fields=["webhook", "created_at", "id"], name="webhook_delivery_list"),
            by_age("webhook_delivery"),
            lately_attempted("webhook_delivery"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.id}"
