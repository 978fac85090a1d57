"""Tables of moderation: sanctions with their appeals, and the audit log."""

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from accounts.moderation.breaches import Breach


class Sanction(models.Model):
    """A decision about an account. `accounts.moderation.sanctions` says what each kind does."""

    class Kind(models.TextChoices):
        WARNING = "warning"
        """To be acknowledged; it keeps from nothing."""
        CHAT_MUTE = "chat_mute"
        NO_RATED_PLAY = "no_rated_play"
        SUSPENSION = "suspension"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(max_length=16, choices=Kind.choices)
    game = models.UUIDField(null=True)
    """The one game to whose chat a mute is limited; None: it holds everywhere."""
    reason = models.CharField(max_length=20, choices=Breach.choices)
    public_text = models.CharField(max_length=500)
    """What the account is told."""
    private_note = models.CharField(max_length=2000, blank=True)
    """For staff."""
    created_at = models.DateTimeField()
    """When it began."""
    ends_at = models.DateTimeField(null=True)
    """None: when it is lifted."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    """None: by the command line, or by somebody who is no more; the audit log knows."""
    case = models.UUIDField(null=True)
    acknowledged_at = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    lifted_reason = models.CharField(max_length=500, blank=True)
    """Shown to the account."""

    class Meta:
        db_table = "sanction"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="sanction_ends_after_its_start",
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("created_at")),
            ),
            models.CheckConstraint(
                name="sanction_warning_has_no_end",
                condition=~Q(kind="warning") | Q(ends_at__isnull=True),
            ),
            models.CheckConstraint(
                name="sanction_of_one_game_is_a_mute",
                condition=Q(game__isnull=True) | Q(kind="chat_mute"),
            ),
            models.CheckConstraint(
                name="sanction_lifted_says_why",
                condition=Q(lifted_at__isnull=True) | ~Q(lifted_reason=""),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["account", "-created_at", "-id"], name="sanction_by_account"),
            models.Index(fields=["case"], condition=Q(case__isnull=False), name="sanction_by_case"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Appeal(models.Model):
    """An objection to a sanction, by whom it concerns."""

    class Answer(models.TextChoices):
        GRANTED = "granted"
        """The sanction was lifted."""
        REFUSED = "refused"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sanction = models.ForeignKey(Sanction, on_delete=models.CASCADE, related_name="appeals")
    text = models.CharField(max_length=2000)
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    answer = models.CharField(max_length=8, choices=Answer.choices, blank=True)
    answer_text = models.CharField(max_length=500, blank=True)
    """Shown to the account."""

    class Meta:
        db_table = "appeal"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sanction"],
                condition=Q(answered_at__isnull=True),
                name="appeal_one_open_a_sanction",
            ),
            models.CheckConstraint(
                name="appeal_answered_says_how",
                condition=Q(answered_at__isnull=True, answer="")
                | Q(answered_at__isnull=False) & ~Q(answer=""),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class AuditIsReadOnlyError(TypeError):
    """Somebody tried to change what was done."""


class AuditEntry(models.Model):
    """Something that staff did to one thing. Written by `accounts.moderation.audit` alone.

    The database refuses to change or delete it, to everybody; so it names accounts by ids only.
    """

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField()
    actor = models.UUIDField(null=True)
    """None: whoever held the command line."""
    role = models.CharField(max_length=16)
    action = models.CharField(max_length=40)
    target_kind = models.CharField(max_length=20)
    target = models.CharField(max_length=64)
    """Its id."""
    case = models.UUIDField(null=True)
    reason = models.CharField(max_length=500)
    note = models.CharField(max_length=2000, blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    """What changed, as far as it is no secret."""
    request_id = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "audit_entry"
        verbose_name_plural = "audit entries"
        indexes: ClassVar = [
            models.Index(fields=["target_kind", "target", "-id"], name="audit_entry_by_target"),
            models.Index(fields=["actor", "-id"], name="audit_entry_by_actor"),
            models.Index(
                fields=["case", "-id"], condition=Q(case__isnull=False), name="audit_entry_by_case"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.target_kind} {self.target}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AuditIsReadOnlyError("What was done stays on record.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AuditIsReadOnlyError("What was done stays on record.")
