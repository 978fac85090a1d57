"""Games that are over: a consumer of the feed that lists them, to be looked through later."""

from collections.abc import Sequence

from games.engine.lifecycle import ENDING_EVENTS
from games.models import EndedGame, SignSum, Suspicion
from games.store.consumers import Consumer
from games.store.feed import FeedEvent


def take(events: Sequence[FeedEvent]) -> None:
    """List the games that these events ended."""
    over = [event.position.game for event in events if event.type in ENDING_EVENTS]
    if over:
        listed = [EndedGame(game=game) for game in over]
        EndedGame.objects.bulk_create(listed, ignore_conflicts=True)


def forget() -> None:
    """Delete all that was found, so that every game is looked through anew."""
    for found in (Suspicion, SignSum, EndedGame):
        found.objects.all().delete()


CONSUMER = Consumer(
    name="signs",
    purpose="games that are over, to be looked through for signs of playing together",
    take=take,
    forget=forget,
)
