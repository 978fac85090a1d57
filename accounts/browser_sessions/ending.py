"""Ending sessions, and forgetting those that have ended by themselves."""

from uuid import UUID

from django.utils import timezone

from accounts.browser_sessions.models import BrowserSession


def end_all(account: UUID) -> int:
    """Log an account out of every browser; return of how many."""
    deleted, _ = BrowserSession.objects.filter(account=account).delete()
    return deleted


def forget_old() -> int:
    """Delete sessions that are over; return how many."""
    deleted, _ = BrowserSession.objects.filter(expire_date__lte=timezone.now()).delete()
    return deleted
