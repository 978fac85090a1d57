"""Celery tasks about accounts: adapters that call one service."""

from celery import shared_task
from django.utils import timezone

from accounts.services import erasure, idempotency, telling


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
