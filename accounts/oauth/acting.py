"""For whom apps act: for nobody whose account is closed or suspended."""

from django.utils import timezone

from accounts.models import Account
from accounts.moderation.restrictions import is_suspended


def can_be_acted_for(account: Account) -> bool:
    """Answer whether apps get tokens to act for this account now."""
    return account.is_active and not is_suspended(account, now=timezone.now())
