"""Who can be invited to a game."""

from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from accounts.models import Account


def invitable_account(name: str, *, by: UUID) -> Account | None:
    """Return the account of this name if `by` may invite it, else None without saying why."""
    living = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return Account.objects.filter(living, name=name, is_active=True).first()
