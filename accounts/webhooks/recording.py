"""What an attempt came to, written down: for the delivery, and for the webhook's health."""

import json
import logging
from datetime import datetime, timedelta
from http import HTTPStatus

from django.db import connection, transaction

from accounts.times import time_text
from accounts.webhooks import schedule
from accounts.webhooks.disabling import disable
from accounts.webhooks.leasing import Due, Lease
from accounts.webhooks.models import Webhook, WebhookDelivery
from accounts.webhooks.posting import Answer

SLOW_MS = 2_000
"""An answer that took longer makes a webhook one of the slow ones."""
KEPT_ATTEMPTS = 20
"""Of one delivery; the oldest go first."""
_log = logging.getLogger("herdbook.webhooks")

_DELIVERY = """
UPDATE webhook_delivery SET state = %(state)s, due_at = %(due_at)s, tries = tries + 1,
  attempted_at = %(now)s,
  attempts = CASE WHEN jsonb_array_length(attempts) < %(kept)s THEN attempts ELSE attempts - 0 END
    || %(attempt)s::jsonb
WHERE id = %(delivery)s
"""
_HEALTH = """
UPDATE webhook SET failures = %(failures)s, failing_since = %(failing_since)s,
  rests_until = %(rests_until)s, slow = %(slow)s
WHERE id = %(webhook)s
"""
_HOLDS = "SELECT url FROM webhook WHERE id = %s AND lease = %s FOR NO KEY UPDATE"


def record(lease: Lease, due: Due, answer: Answer) -> None:
    """Write down an attempt and what follows from it; nothing if the lease was lost meanwhile."""
    _log.info(
        "webhook=%s delivery=%s type=%s try=%d status=%s failure=%s ms=%d",
        lease.webhook,
        due.delivery,
        due.type,
        due.tries + 1,
        answer.status,
        answer.failure,
        answer.latency_ms,
    )
    now = due.now + timedelta(milliseconds=answer.latency_ms)
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_HOLDS, [lease.webhook, lease.holder])
        row = cursor.fetchone()
        if row is None:
            return
        # What came from an address that was given up meanwhile says nothing about the present one.
        is_of_old = row[0] != due.url
        state, due_at = _next_step(due, answer, now)
        if is_of_old and answer.failure is not None:
            state, due_at = WebhookDelivery.State.WAITING, now
        cursor.execute(
            _DELIVERY,
            {
                "state": str(state),
                "due_at": due_at,
                "now": due.now,
                "kept": KEPT_ATTEMPTS,
                "attempt": json.dumps([_attempt(due, answer)]),
                "delivery": due.delivery,
            },
        )
        if not (due.is_test or is_of_old):
            cursor.execute(_HEALTH, {"webhook": lease.webhook, **_health(due, answer, now)})
            reason = _why_disable(due, answer, state, now)
            if reason is not None:
                disable(lease.webhook, reason=reason, now=now)


def _attempt(due: Due, answer: Answer) -> dict[str, object]:
    return {
        "at": time_text(due.now),
        "status": answer.status,
        "failure": answer.failure,
        "latency_ms": answer.latency_ms,
    }


def _next_step(
    due: Due, answer: Answer, now: datetime
) -> tuple[WebhookDelivery.State, datetime | None]:
    """Return the state of the delivery from now on, and when it is sent again."""
    if answer.failure is None:
        return WebhookDelivery.State.DELIVERED, None
    pause = None if due.is_test else schedule.pause_after(due.tries + 1)
    if pause is None or answer.status == HTTPStatus.GONE:
        return WebhookDelivery.State.FAILED, None
    return WebhookDelivery.State.WAITING, now + pause


def _health(due: Due, answer: Answer, now: datetime) -> dict[str, int | datetime | None]:
    if answer.failure is None:
        slow = answer.latency_ms > SLOW_MS
        return {"failures": 0, "failing_since": None, "rests_until": None, "slow": slow}
    return {
        "failures": due.failures + 1,
        "failing_since": due.failing_since or now,
        "rests_until": now + schedule.rest_after(due.failures + 1, answer),
        "slow": True,
    }


def _why_disable(
    due: Due, answer: Answer, state: WebhookDelivery.State, now: datetime
) -> Webhook.Reason | None:
    if answer.status == HTTPStatus.GONE:
        return Webhook.Reason.GONE
    since = due.failing_since or now
    if state is WebhookDelivery.State.FAILED and now - since >= schedule.GIVEN_UP_AFTER:
        return Webhook.Reason.FAILING
    return None
