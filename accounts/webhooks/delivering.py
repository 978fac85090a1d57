"""Sending what is due to one webhook, one message after the other."""

import time
from uuid import UUID

from accounts.sealing import LostSecretError
from accounts.webhooks import leasing, messages, recording, ringing, secrets
from accounts.webhooks.leasing import Due
from accounts.webhooks.messages import Message
from accounts.webhooks.posting import Answer, Failure, post

TURN = 5.0
"""Seconds after which a webhook with more to send goes to the end of the queue."""


def deliver(webhook: UUID) -> int:
    """Send what is due to a webhook; return how many attempts were made.

    Safe to call anywhere, any number of times: of several at once one works and the others return.
    After a failure the webhook rests, so that its messages do not fail one after the other.
    """
    lease = leasing.take(webhook)
    if lease is None:
        return 0
    until, attempts, due = time.monotonic() + TURN, 0, leasing.next_due(lease)
    try:
        while due is not None:
            recording.record(lease, due, _attempt(due))
            attempts += 1
            due = leasing.next_due(lease)
            if time.monotonic() > until:
                break
    finally:
        leasing.release(lease)
    if due is not None:
        ringing.ring([webhook])
    return attempts


def deliver_overdue(*, overdue_seconds: float, budget: float) -> int:
    """Send here and now what could have been sent for so long: no message brought it to a worker.

    Begins with no webhook after `budget` seconds. Returns how many attempts were made.
    """
    until, attempts = time.monotonic() + budget, 0
    for webhook in leasing.waiting(limit=ringing.BATCH, overdue_seconds=overdue_seconds):
        if time.monotonic() >= until:
            break
        attempts += deliver(webhook)
    return attempts


def _attempt(due: Due) -> Answer:
    message = Message(
        id=messages.message_id(due.delivery),
        body=messages.body_of(due.event, due.type, due.at, due.data),
    )
    try:
        opened = [secrets.opened(one) for one in due.sealed_secrets]
    except LostSecretError:
        return Answer(latency_ms=0, failure=Failure.SECRET_LOST)
    headers = messages.headers_of(message, secrets=opened, now=due.now)
    return post(due.url, headers=headers, body=message.body)
