"""Deleting old deliveries."""

from django.conf import settings

from accounts import deliveries
from accounts.webhooks.models import WebhookDelivery


def forget_old() -> int:
    """Delete deliveries older than they are kept; return how many. What still waits stays."""
    return deliveries.forget_old(WebhookDelivery, days=settings.HERDBOOK_DELIVERY_DAYS)
