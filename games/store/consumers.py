"""Consumers of the feed: each handles every event once, in order, and remembers how far it came.

What a consumer writes and its checkpoint are one transaction: both happen or neither. The row of
the checkpoint is its lock, so that of any number of processes one at a time works for a consumer;
the others go on to something else.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db import connection, transaction

from accounts.traces import trace_of
from games.store import feed
from games.store.feed import FeedEvent, Position

LONGEST_PAUSE = 60
"""Seconds between two attempts of a consumer that fails; the first pause is one second."""
SEEN_TO = 10
"""Seconds after which an idle consumer's `ran_at` is written again."""
_log = logging.getLogger("herdbook.feeds")


@dataclass(frozen=True, kw_only=True)
class Consumer:
    """Somebody who follows the feed and writes into this database.

    What `take` does elsewhere (a mail, a request) is no part of the transaction, and is done again
    when that fails afterwards. Such a consumer writes to the outbox instead.
    """

    name: str
    purpose: str
    """What it does, for an operator: a few words."""
    take: Callable[[Sequence[FeedEvent]], None]
    """Writes what follows from the next events; whatever it raises undoes all it wrote."""
    forget: Callable[[], None]
    """Deletes everything that `take` ever wrote, to begin from the first event."""
    batch: int = 500
    """Events at once. A transaction holds back every reader of the feed, so it should be short."""


# A look without a lock, so that consumers with nothing to do cost one query and no transaction. The
# order is for the planner, which would read the whole log to find that nothing is new.
_DUE = f"""
SELECT c.consumer FROM feed_checkpoint c
WHERE c.consumer = ANY(%s) AND (c.retry_at IS NULL OR c.retry_at <= herdbook.clock())
  AND (c.ran_at IS NULL OR c.ran_at < herdbook.clock() - make_interval(secs => {SEEN_TO})
       OR (SELECT true FROM event e
           WHERE (e.transaction_id, e.game_id, e.version) > (c.transaction_id, c.game, c.version)
             AND e.transaction_id < {feed.END}
           ORDER BY e.transaction_id LIMIT 1))
"""  # noqa: S608 - made of constants
_LOCK = """
SELECT transaction_id, game, version FROM feed_checkpoint
WHERE consumer = %s AND (retry_at IS NULL OR retry_at <= herdbook.clock())
FOR UPDATE SKIP LOCKED
"""
_MOVE = """
UPDATE feed_checkpoint
SET transaction_id = %s, game = %s, version = %s, handled = handled + %s,
    ran_at = herdbook.clock(), failures = 0, retry_at = NULL, error = ''
WHERE consumer = %s
"""
_FAIL = """
UPDATE feed_checkpoint
SET ran_at = herdbook.clock(), failures = least(failures + 1, 9999), error = %s,
    retry_at = herdbook.clock()
        + make_interval(secs => least(power(2, least(failures, 9)), %s::integer))
WHERE consumer = %s
"""
_RESET = """
UPDATE feed_checkpoint
SET transaction_id = %s, game = %s, version = %s, handled = 0,
    failures = 0, retry_at = NULL, error = ''
WHERE consumer = %s
"""
_BEGIN = """
INSERT INTO feed_checkpoint
    (consumer, transaction_id, game, version, handled, failures, error)
SELECT name, %s, %s, %s, 0, 0, '' FROM unnest(%s::text[]) AS name
ON CONFLICT DO NOTHING
"""


def begin(consumers: Iterable[Consumer]) -> None:
    """Give each a checkpoint before the first event, unless it has one."""
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, [*feed.START, [one.name for one in consumers]])


def due(consumers: Sequence[Consumer]) -> list[Consumer]:
    """Return those for whom there are events to handle, or whom nobody looked after for a while."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [[one.name for one in consumers]])
        names = {name for (name,) in cursor.fetchall()}
    return [one for one in consumers if one.name in names]


def advance(consumer: Consumer, read: Callable[..., Sequence[FeedEvent]] = feed.read) -> int:
    """Let a consumer handle its next batch; return how many events it were.

    `read` is `feed.read`, or a page of `feed.Pages` that others in its place have read before.

    0 if there are none, if another process is at it, and if it failed or waits after a failure.
    A failure is logged, kept with the checkpoint, and raises nothing. Raises `OperationalError` if
    the database went away, which is no failure of the consumer's.
    """
    session = None
    try:
        with transaction.atomic():
            after, session = _lock(consumer), connection.connection
            if after is None:
                return 0
            events = read(after, limit=consumer.batch)
            if events:
                consumer.take(events)
            _move(consumer, events[-1].position if events else after, len(events))
    except Exception as error:
        if connection.connection is not session:  # it was cut, and Django has made another
            raise
        _fail(consumer, error)
        return 0
    return len(events)


def reset(consumer: Consumer) -> None:
    """Forget all that a consumer wrote and let it begin anew; whoever is at it is waited for."""
    begin([consumer])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_RESET, [*feed.START, consumer.name])
        consumer.forget()


def _lock(consumer: Consumer) -> Position | None:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [consumer.name])
        row = cursor.fetchone()
    return None if row is None else Position(*row)


def _move(consumer: Consumer, to: Position, handled: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, [*to, handled, consumer.name])


def _fail(consumer: Consumer, error: Exception) -> None:
    name = type(error).__name__
    _log.error("consumer=%s failed: %s", consumer.name, trace_of(error))
    with connection.cursor() as cursor:
        cursor.execute(_FAIL, [name[:80], LONGEST_PAUSE, consumer.name])
