"""Deleting what apps were given, once it is over."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from oauth2_provider.models import DeviceGrant, clear_expired

from accounts.models import Token

KEPT = timedelta(days=1)
"""For so long a token or a code that is over is known as what it was."""
BATCH = 1000


def forget_old() -> int:
    """Delete it, some rows at a time; return how many tokens and codes of devices went.

    Refresh tokens that are spent stay until they would have ended: one that is used again shows
    that somebody has stolen it.
    """
    clear_expired()
    ended = timezone.now() - KEPT
    over = Q(expires_at__lte=ended) | Q(revoked_at__lte=ended)
    return _delete(Token, Q(over, of_app=True)) + _delete(DeviceGrant, Q(expires__lte=ended))


def _delete(model: type[Token] | type[DeviceGrant], what: Q) -> int:
    total, deleted = 0, BATCH
    while deleted == BATCH:
        ids = model.objects.filter(what).values_list("pk", flat=True)[:BATCH]
        deleted, _ = model.objects.filter(pk__in=list(ids)).delete()
        total += deleted
    return total
