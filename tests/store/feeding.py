"""Where the feed ends, and consumers that keep what they heard in a table of their own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID, uuid4

from django.db import connection

from games.store import consumers, feed
from games.store.consumers import Consumer
from games.store.feed import FeedEvent, Position
from games.store.models import FeedCheckpoint
from tests.services.table import Table

_LAST = """
SELECT transaction_id, game_id, version FROM event
ORDER BY transaction_id DESC, game_id DESC, version DESC LIMIT 1
"""

Heard = list[tuple[UUID, int]]
"""Games and versions, in the order in which they were handled."""


def end_of_feed() -> Position:
    """Return the position of the last event there is, wherever reading stops."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST)
        row = cursor.fetchone()
    return feed.START if row is None else Position(*row)


def everything(after: Position, *, limit: int = 50) -> Heard:
    """Read page by page to the end."""
    found: Heard = []
    while page := feed.read(after, limit=limit):
        found += [(event.position.game, event.position.version) for event in page]
        after = page[-1].position
    return found


def written(table: Table) -> Heard:
    """Return all versions of a game."""
    return [(table.game, version) for version in range(1, table.state.version + 1)]


def go_to(consumer: Consumer, position: Position) -> None:
    """Let a consumer have handled everything as far as `position`."""
    consumers.begin([consumer])
    FeedCheckpoint.objects.filter(consumer=consumer.name).update(**position._asdict())


def checkpoint(consumer: Consumer) -> FeedCheckpoint:
    return FeedCheckpoint.objects.get(consumer=consumer.name)


def position(consumer: Consumer) -> Position:
    found = checkpoint(consumer)
    return Position(found.transaction_id, found.game, found.version)


class Listener:
    """A consumer that writes down what it hears, and what it heard."""

    def __init__(self, *, batch: int = 500) -> None:
        self.consumer = Consumer(
            name=f"listener-{uuid4().hex[:8]}",
            purpose="writes down what it hears",
            take=self._take,
            forget=self._forget,
            batch=batch,
        )
        self.after_writing: Callable[[], object] = lambda: None
        """What it does when it has written, in the same transaction."""
        go_to(self.consumer, end_of_feed())

    def advance(self) -> int:
        return consumers.advance(self.consumer)

    @property
    def heard(self) -> Heard:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT game, version FROM heard WHERE consumer = %s ORDER BY number",
                [self.consumer.name],
            )
            return [(game, version) for game, version in cursor.fetchall()]

    def _take(self, events: Sequence[FeedEvent]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO heard (consumer, game, version) VALUES (%s, %s, %s)",
                [(self.consumer.name, *event.position[1:]) for event in events],
            )
        self.after_writing()

    def _forget(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM heard WHERE consumer = %s", [self.consumer.name])


@contextmanager
def notebook() -> Iterator[None]:
    """Make the table of the listeners; remove it, and them, afterwards."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE heard (number bigserial, consumer text, game uuid, version integer)"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE heard")
        FeedCheckpoint.objects.filter(consumer__startswith="listener-").delete()
