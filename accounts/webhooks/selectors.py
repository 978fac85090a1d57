"""Reading webhooks and their deliveries."""

from uuid import UUID

from django.db.models import QuerySet

from accounts.errors import UnknownWebhookError
from accounts.models import Account
from accounts.webhooks.models import Webhook, WebhookDelivery


def webhooks_of(account: Account) -> "QuerySet[Webhook]":
    """Return the webhooks of an account."""
    return Webhook.objects.filter(account=account)


def find_webhook(text: str, *, owner: Account) -> Webhook:
    """Return a webhook of this account; raise `UnknownWebhookError`, also for another's."""
    id_ = read_id(text)
    found = webhooks_of(owner).filter(id=id_).first() if id_ else None
    if found is None:
        raise UnknownWebhookError("You have no such webhook.")
    return found


def find_delivery(text: str, *, webhook: Webhook) -> WebhookDelivery:
    """Return a delivery of this webhook; raise `UnknownWebhookError`."""
    id_ = read_id(text)
    found = webhook.deliveries.filter(id=id_).first() if id_ else None
    if found is None:
        raise UnknownWebhookError("You have no such delivery.")
    return found


def read_id(text: str) -> UUID | None:
    """Read an id in its one form, or return None."""
    try:
        id_ = UUID(text)
    except ValueError:
        return None
    return id_ if str(id_) == text else None
