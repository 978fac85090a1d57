"""House bots answer what they owe. Adapters: lease, look, think, answer."""

from uuid import UUID

from celery import shared_task

from bots import answering, thinking
from games.engine.seats import Seat
from games.store import decisions

OVERDUE = 1.0
"""Seconds the doorbell of the commit has before the sweep rings for the same decision."""
RING_LIFE = 10
"""Seconds after which a ring of the sweep means nothing any more."""


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=5, time_limit=10)
def answer(game: str, seat: int, opened: int) -> None:
    """Answer one decision of a house seat; does nothing if it is no longer owed, or not yet."""
    answering.answer(UUID(game), Seat(seat), opened)
    thinking.write()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=20, time_limit=30)
def answer_owed() -> int:
    """Ask for an answer to everything the house owes, whatever message was lost."""
    thinking.write()
    owed = decisions.owed_by_house(overdue_seconds=OVERDUE)
    for one in owed:
        # A ring that waited in a long queue is stale; the next sweep rings again.
        answer.apply_async(
            args=(str(one.game), one.seat, one.opened), expires=RING_LIFE, retry=False
        )
    return len(owed)
