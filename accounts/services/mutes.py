"""Keeping somebody's messages from one's eyes, or, for moderators, from everybody's."""

from datetime import datetime

from accounts.models import Account, Mute


def mute(
    *, muted: Account, by: Account | None, now: datetime, until: datetime | None = None
) -> None:
    """Let the messages of an account go unread by `by`; None: let it write none at all.

    Repeating it sets another end.
    """
    Mute.objects.update_or_create(
        muted=muted,
        by=by,
        defaults={"until": until},
        create_defaults={"created_at": now, "until": until},
    )


def unmute(*, muted: Account, by: Account | None) -> None:
    """Take it back. Repeating it changes nothing."""
    Mute.objects.filter(muted=muted, by=by).delete()
