"""Deleting old mails."""

from accounts import deliveries
from accounts.mails.models import Mail

KEPT_DAYS = 7
"""Days after which a mail that was sent, dropped or failed is forgotten."""


def forget_old() -> int:
    """Delete what is over and older than it is kept; return how many."""
    return deliveries.forget_old(Mail, days=KEPT_DAYS)
