"""Keeping somebody's messages from one's eyes. A sanction keeps them from everybody's."""

from datetime import datetime

from accounts.models import Account, Mute


def mute(*, muted: Account, by: Account, now: datetime) -> None:
    """Let the messages of an account go unread by `by`. Repeating it changes nothing."""
    Mute.objects.get_or_create(muted=muted, by=by, defaults={"created_at": now})


def unmute(*, muted: Account, by: Account) -> None:
    """Take it back. Repeating it changes nothing."""
    Mute.objects.filter(muted=muted, by=by).delete()
