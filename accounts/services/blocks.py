"""Keeping somebody from one's games, and letting them in again."""

from datetime import datetime

from accounts.models import Account, Block


def block(*, blocker: Account, blocked: Account, now: datetime) -> None:
    """Keep an account from the blocker's games. Repeating it changes nothing."""
    Block.objects.get_or_create(blocker=blocker, blocked=blocked, defaults={"created_at": now})


def unblock(*, blocker: Account, blocked: Account) -> None:
    """Let an account in again. Repeating it changes nothing."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()
