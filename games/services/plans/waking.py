"""Waking plans: a consumer of the feed, so that no commit of a game has to ask who has orders."""

from collections.abc import Sequence
from uuid import UUID

from games.engine.lifecycle import ENDING_EVENTS
from games.services.plans import rows
from games.store.consumers import Consumer
from games.store.feed import FeedEvent


def take(events: Sequence[FeedEvent]) -> None:
    """Have the plans looked at in games that have changed, and delete those of ended games."""
    versions: dict[UUID, int] = {}
    for event in events:
        versions[event.position.game] = event.position.version
    over = [event.position.game for event in events if event.type in ENDING_EVENTS]
    if over:
        rows.drop_of_games(over)
    rows.tell(versions)


CONSUMER = Consumer(
    name="plans",
    purpose="standing orders in games that changed",
    take=take,
    # Nothing is written that the log could give back: orders are looked at once more instead.
    forget=rows.wake_all,
)
