"""What the workers would hear: messages taken off the queue of the house bots."""

from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from celery import current_app


class Ring(NamedTuple):
    """One message for `bots.tasks.answer`."""

    game: UUID
    seat: int
    opened: int
    eta: datetime | None


def _next(queue: Any) -> Any:
    try:
        return queue.get(block=False)
    except queue.Empty:
        return None


def taken(game: UUID) -> list[Ring]:
    """Empty the queue and return the rings for one game, in order."""
    found: list[Ring] = []
    with current_app.connection_for_read() as connection:
        # Not its size: Redis forgets an empty queue, and kombu then says that there is none.
        queue = connection.SimpleQueue("bots")
        for message in iter(partial(_next, queue), None):
            message.ack()
            if message.headers["task"] != "bots.tasks.answer":
                continue
            (one, seat, opened), _, _ = message.payload
            eta = message.headers["eta"]
            found.append(
                Ring(UUID(one), seat, opened, datetime.fromisoformat(eta) if eta else None)
            )
        queue.close()
    return [ring for ring in found if ring.game == game]
