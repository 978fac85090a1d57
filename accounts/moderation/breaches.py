"""What people are reported and sanctioned for, and how much of it matters."""

from collections.abc import Mapping

from django.db import models


class Breach(models.TextChoices):
    """A way not to play fair."""

    CHAT_ABUSE = "chat_abuse"
    STALLING = "stalling"
    CHEATING = "cheating"
    """Playing for somebody else, or with knowledge that a seat does not have."""
    MULTIPLE_ACCOUNTS = "multiple_accounts"
    OFFENSIVE_NAME = "offensive_name"
    OTHER = "other"


SEVERITY: Mapping[Breach, int] = {
    Breach.CHAT_ABUSE: 40,
    Breach.STALLING: 20,
    Breach.CHEATING: 60,
    Breach.MULTIPLE_ACCOUNTS: 50,
    Breach.OFFENSIVE_NAME: 30,
    Breach.OTHER: 10,
}
"""Points towards the priority of a case."""
