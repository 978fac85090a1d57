"""The bell of the workers that send: rung once something waits, and by the sweep."""

from collections.abc import Iterable
from uuid import UUID

from accounts.bells import RING_LIFE, Bell
from accounts.webhooks import leasing

BATCH = 200
"""Webhooks rung for at once; the next sweep goes on, since those that are served are left out."""
BELL = Bell("webhooks")


def ring(webhooks: Iterable[UUID]) -> None:
    """Ask the workers to send to these webhooks; a ring that is lost costs one sweep."""
    from accounts import tasks  # which imports what delivers, and that rings

    for webhook in webhooks:
        BELL.ring(tasks.deliver_webhook, (str(webhook),), expires=RING_LIFE)


def sweep() -> int:
    """Ring for every webhook that something waits for, whatever message was lost."""
    waiting = leasing.waiting(limit=BATCH)
    ring(waiting)
    return len(waiting)
