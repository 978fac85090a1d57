"""Disabling a webhook: nothing is sent any more, and what waited has failed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from uuid import UUID

from accounts.event_data import WebhookData
from accounts.event_types import EventType
from accounts.services.telling import News, tell
from accounts.webhooks.leasing import TEST
from accounts.webhooks.models import Webhook, WebhookDelivery

State = WebhookDelivery.State
_SAID: Mapping[Webhook.Reason, Literal["gone", "failing"]] = {
    Webhook.Reason.GONE: "gone",
    Webhook.Reason.FAILING: "failing",
}


def disable(webhook: UUID, *, reason: Webhook.Reason, now: datetime) -> None:
    """Disable a webhook unless it is, in the transaction of the caller.

    Its account is told, unless it was the one who asked: in its feed, by its other webhooks too.
    """
    enabled = Webhook.objects.filter(id=webhook, disabled_at__isnull=True)
    if not enabled.update(disabled_at=now, disabled_for=reason, rests_until=None):
        return
    WebhookDelivery.objects.filter(webhook=webhook, due_at__isnull=False).exclude(type=TEST).update(
        state=State.FAILED, due_at=None
    )
    if reason in _SAID:
        account = Webhook.objects.values_list("account", flat=True).get(id=webhook)
        tell(
            [
                News(
                    account=account,
                    type=EventType.WEBHOOK_DISABLED,
                    at=now,
                    data=WebhookData(webhook=str(webhook), reason=_SAID[reason]),
                    dedupe=f"{EventType.WEBHOOK_DISABLED}/{webhook}/{now.isoformat()}",
                )
            ]
        )
