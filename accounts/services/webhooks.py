"""Webhooks as their owners manage them: making, changing, testing, repeating."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.errors import TooManyWebhooksError, UnknownWebhookError, WebhookDisabledError
from accounts.models import Account
from accounts.services import keys
from accounts.webhooks import leasing, removing, ringing, secrets
from accounts.webhooks.disabling import disable
from accounts.webhooks.models import Webhook, WebhookDelivery
from accounts.webhooks.resolving import checked_addresses
from accounts.webhooks.targets import read_target

BOTH_SECRETS = timedelta(hours=24)
"""For so long after a rotation messages are signed with the earlier secret as well."""
MOST_TESTS = 5
"""Tests of one webhook that may wait at the same time."""
LOOK_UP = 2.0
"""Seconds that looking up a name may take while somebody waits for an answer."""
State = WebhookDelivery.State


@dataclass(frozen=True, kw_only=True)
class WithSecret:
    """A webhook and its new secret, which cannot be read again afterwards."""

    webhook: Webhook
    secret: str = field(repr=False)


class Tested(NamedTuple):
    """The message of a test, and whether an earlier copy of the request has made it."""

    delivery: WebhookDelivery
    replayed: bool


class Redelivered(NamedTuple):
    """How many messages are sent again, and whether an earlier copy of the request has said so."""

    messages: int
    replayed: bool


def check_url(url: str) -> None:
    """Raise `BadTargetError` unless messages may be sent there now; each sending looks again."""
    checked_addresses(read_target(url), patience=LOOK_UP)


def create_webhook(
    account: Account, *, url: str, types: Sequence[str], description: str, now: datetime
) -> WithSecret:
    """Make a webhook; raise `BadTargetError` or `TooManyWebhooksError`."""
    check_url(url)
    secret = secrets.new()
    with transaction.atomic(durable=True):
        # Two requests at once count one after the other.
        keys.hold_row(account)
        if Webhook.objects.filter(account=account).count() >= settings.HERDBOOK_WEBHOOKS_MOST:
            raise TooManyWebhooksError(
                f"There may be {settings.HERDBOOK_WEBHOOKS_MOST} webhooks for each account."
            )
        webhook = Webhook.objects.create(
            account=account,
            url=url,
            types=sorted(set(types)),
            description=description,
            sealed_secret=secrets.seal(secret),
            created_at=now,
        )
    return WithSecret(webhook=webhook, secret=secret)


def change_webhook(webhook: Webhook, *, changes: Mapping[str, Any], now: datetime) -> Webhook:
    """Change what `changes` names: `url`, `types`, `description`, `enabled`.

    To enable a webhook forgets its failures. Raises `BadTargetError`, and `UnknownWebhookError` if
    it was removed meanwhile.
    """
    written = {name: value for name, value in changes.items() if name != "enabled"}
    if "url" in written:
        check_url(written["url"])
        # What was learnt of the place before says nothing about this one.
        written |= _WELL
    if "types" in written:
        written["types"] = sorted(set(written["types"]))
    if changes.get("enabled"):
        written |= {**_WELL, "disabled_at": None, "disabled_for": ""}
    with transaction.atomic(durable=True):
        if written:
            Webhook.objects.filter(id=webhook.id).update(**written)
        if changes.get("enabled") is False:
            disable(webhook.id, reason=Webhook.Reason.OWNER, now=now)
        return _again(webhook)


_WELL: Mapping[str, Any] = {
    "failures": 0,
    "failing_since": None,
    "rests_until": None,
    "slow": False,
}


def _again(webhook: Webhook) -> Webhook:
    found = Webhook.objects.filter(id=webhook.id).first()
    if found is None:
        raise UnknownWebhookError("You have no such webhook.")
    return found


def remove_webhook(webhook: Webhook) -> None:
    """Remove a webhook with its deliveries; what waits is not sent."""
    with transaction.atomic(durable=True):
        removing.remove(Webhook.objects.filter(id=webhook.id))


def rotate_secret(webhook: Webhook, *, now: datetime) -> WithSecret:
    """Give a webhook a new secret; the present one signs beside it for a day."""
    secret = secrets.new()
    with transaction.atomic(durable=True):
        locked = Webhook.objects.select_for_update(no_key=True).filter(id=webhook.id).first()
        if locked is None:
            raise UnknownWebhookError("You have no such webhook.")
        locked.earlier_secret, locked.sealed_secret = locked.sealed_secret, secrets.seal(secret)
        locked.earlier_until = now + BOTH_SECRETS
        locked.save(update_fields=["earlier_secret", "sealed_secret", "earlier_until"])
    return WithSecret(webhook=locked, secret=secret)


def send_test(webhook: Webhook, *, now: datetime, reserve: Callable[[], UUID] = uuid4) -> Tested:
    """Have one message sent, also to a disabled webhook; it is not tried again.

    `reserve` gives its id; if that is the id of one that is there already, that is the answer.
    Of more than a few that wait, the last one is the answer as well.
    """
    with transaction.atomic(durable=True):
        id_ = reserve()
        earlier = webhook.deliveries.filter(id=id_).first()
        waiting = webhook.deliveries.filter(type=leasing.TEST, due_at__isnull=False)
        if earlier is None and waiting.count() >= MOST_TESTS:
            earlier = waiting.order_by("-created_at").first()
        if earlier is not None:
            return Tested(earlier, replayed=True)
        delivery = WebhookDelivery.objects.create(
            id=id_,
            webhook=webhook,
            type=leasing.TEST,
            at=now,
            data={"webhook": str(webhook.id)},
            created_at=now,
            due_at=now,
        )
        transaction.on_commit(lambda: ringing.ring([webhook.id]))
    return Tested(delivery, replayed=False)


def redeliver(
    webhook: Webhook,
    *,
    delivery: UUID | None,
    now: datetime,
    reserve: Callable[[], UUID] = uuid4,
) -> Redelivered:
    """Have messages sent again under their ids: one, or all that have failed.

    `reserve` gives the id of the request; a copy of it repeats nothing and counts the same. What
    still waits is left alone, and so are tests. Raises `WebhookDisabledError`.
    """
    if webhook.disabled_at is not None:
        raise WebhookDisabledError("Enable the webhook first.")
    wanted = Q(state=State.FAILED) if delivery is None else Q(id=delivery)
    events = webhook.deliveries.exclude(type=leasing.TEST)
    with transaction.atomic(durable=True):
        request = reserve()
        count = events.filter(redelivery=request).count()
        if count:
            return Redelivered(count, replayed=True)
        count = events.filter(wanted, due_at__isnull=True).update(
            redelivery=request, state=State.WAITING, due_at=now, tries=0, attempted_at=None
        )
        transaction.on_commit(lambda: ringing.ring([webhook.id]))
    return Redelivered(count, replayed=False)
