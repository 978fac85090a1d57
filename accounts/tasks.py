"""Celery tasks about accounts: adapters that call one service."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from accounts.browser_sessions import ending
from accounts.mails import purging as old_mails
from accounts.mails import ringing as mail_bell
from accounts.mails import sending
from accounts.mails.rates import MAILS
from accounts.networks import purging as old_networks
from accounts.oauth import purging as old_grants
from accounts.services import erasure, expiring, idempotency, telling
from accounts.webhooks import delivering, purging, ringing
from accounts.webhooks.rates import WEBHOOKS


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def forget_old_keys() -> int:
    """Delete idempotency keys that are older than a day."""
    return idempotency.forget_old()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def finish_erasures() -> int:
    """Finish the ends of accounts that were interrupted."""
    return erasure.sweep(now=timezone.now())


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def forget_old_events() -> int:
    """Delete events of the account feed that are kept no longer."""
    return telling.forget_old()


# Acknowledged at once: the lease says who sends, and the sweep rings again for what is left.
@shared_task(ignore_result=True, acks_late=False, soft_time_limit=30, time_limit=35)
def deliver_webhook(webhook: str) -> None:
    """Send to one webhook what is due; it does nothing if somebody else does."""
    delivering.deliver(UUID(webhook))


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def ring_webhooks() -> int:
    """Ring for all webhooks that something waits for; each worker's timer does the same."""
    return ringing.sweep()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def watch_webhooks() -> None:
    """Raise an alert if too few messages get through."""
    WEBHOOKS.watch()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def forget_old_deliveries() -> int:
    """Delete deliveries that nobody can ask for any more."""
    return purging.forget_old()


# Acknowledged at once, as above. A mail server that hangs ends by the time-out of its connection.
@shared_task(ignore_result=True, acks_late=False, soft_time_limit=120, time_limit=150)
def send_mails() -> int:
    """Send the mails that are due."""
    return sending.send_due()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def ring_mails() -> bool:
    """Make the digests that are due and ring if a mail waits; each worker's timer does the same."""
    return mail_bell.sweep()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def watch_mails() -> None:
    """Raise an alert if too few mails get through."""
    MAILS.watch()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def forget_old_mails() -> int:
    """Delete mails that are over."""
    return old_mails.forget_old()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def forget_old_networks() -> int:
    """Delete networks on which accounts were not seen for long."""
    return old_networks.forget_old()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def forget_old_grants() -> int:
    """Delete what apps were given, once it is over."""
    return old_grants.forget_old()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def forget_old_sessions() -> int:
    """Delete sessions of browsers that are over."""
    return ending.forget_old()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def warn_of_ends_of_tokens() -> int:
    """Tell people of tokens that end soon."""
    return expiring.warn(now=timezone.now())
