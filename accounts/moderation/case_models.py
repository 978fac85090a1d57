"""Tables of what was reported: reports with their evidence, and the cases that they are put into."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.moderation.breaches import Breach


class Case(models.Model):
    """What is to be looked at: one breach of one account in one game, whoever reported it."""

    class Outcome(models.TextChoices):
        """What came of it, as reporters are told."""

        ACTION_TAKEN = "action_taken"
        NO_BREACH = "no_breach"
        NOT_PROVEN = "not_proven"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    breach = models.CharField(max_length=20, choices=Breach.choices)
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="cases"
    )
    """Whom it is about; None: the game as a whole, or somebody who is no more."""
    game = models.UUIDField(null=True)
    about = models.CharField(max_length=100)
    """Breach, subject and game as one text: a report of the same joins the case while it is open."""
    created_at = models.DateTimeField()
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    claimed_until = models.DateTimeField(null=True)
    """Nobody else works on it until then."""
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    outcome = models.CharField(max_length=16, choices=Outcome.choices, blank=True)

    class Meta:
        db_table = "moderation_case"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["about"], condition=Q(closed_at__isnull=True), name="case_one_open_a_breach"
            ),
            models.CheckConstraint(
                name="case_closed_says_how",
                condition=Q(closed_at__isnull=True, outcome="")
                | Q(closed_at__isnull=False) & ~Q(outcome=""),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["created_at"], condition=Q(closed_at__isnull=True), name="case_open"
            ),
            models.Index(fields=["subject", "-created_at"], name="case_by_subject"),
            models.Index(fields=["game"], condition=Q(game__isnull=False), name="case_by_game"),
        ]

    def __str__(self) -> str:
        return f"{self.breach} {self.id}"


class Report(models.Model):
    """What one account said about another, with what it cites, frozen when it was sent.

    The application may add rows, and forget who reported; nobody changes or deletes one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reports"
    )
    created_at = models.DateTimeField()
    from_version = models.IntegerField(null=True)
    to_version = models.IntegerField(null=True)
    text = models.CharField(max_length=2000)
    evidence = models.JSONField()
    """What the reporter could see then: events, messages. No hidden card of a running game."""
    evidence_hash = models.CharField(max_length=64)
    """SHA-256 of the evidence as JSON with sorted keys and no blanks, in hex."""

    class Meta:
        db_table = "report"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case", "reporter"], name="report_one_a_reporter")
        ]
        indexes: ClassVar = [
            models.Index(fields=["reporter", "-created_at", "-id"], name="report_by_reporter")
        ]

    def __str__(self) -> str:
        return str(self.id)
