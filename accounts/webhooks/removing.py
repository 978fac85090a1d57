"""Removing webhooks with all that was or is to be sent to them, in the caller's transaction."""

from collections.abc import Sequence

from django.db.models import QuerySet

from accounts.models import Account
from accounts.webhooks.models import Webhook


def remove_all(accounts: Sequence[Account]) -> None:
    """Remove the webhooks of these accounts."""
    remove(Webhook.objects.filter(account__in=accounts))


def remove(webhooks: "QuerySet[Webhook]") -> None:
    """Remove webhooks; what is being sent at this moment may still arrive."""
    # Locked first: otherwise an event of this moment could be written down for one of them.
    ids = list(webhooks.select_for_update().order_by("id").values_list("id", flat=True))
    Webhook.objects.filter(id__in=ids).delete()
