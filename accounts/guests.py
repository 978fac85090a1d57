"""Who can be invited to a game."""

from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from accounts import names, selectors
from accounts.models import Account


def invitable_account(name: str, *, by: UUID) -> Account | None:
    """Return the account of this name if `by` may invite it, else None without saying why.

    Who has blocked the asker is not invited by them, and a bot that accepts nobody by its owner
    only.
    """
    if not names.is_name(name):
        return None
    living = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    open_to = ~Q(accepts=Account.Accepts.NOBODY) | Q(owner=by)
    guest = Account.objects.filter(
        living, open_to, name=name, is_active=True, erased_at__isnull=True
    ).first()
    # Asked even if there is none: what it costs shall not tell why somebody is not to be had.
    blockers = selectors.blockers_of(by)
    return None if guest is None or guest.id in blockers else guest
