"""How far the consumers of the feed are behind, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection

from games.store import epochs, feed
from games.store.feed import Position

COUNTED = 100_000
"""Events behind are counted as far as this: to know more would mean reading all of them."""
MOST = 60.0
"""Seconds that an event may wait for a consumer before somebody should look."""
PATIENCE = timedelta(seconds=60)
"""After so long without a look at a consumer, no worker runs."""


@dataclass(frozen=True, kw_only=True)
class Lag:
    """Where a consumer stands."""

    consumer: str
    position: Position
    handled: int
    """Events since the beginning or the last reset."""
    behind: int
    """Events it has not handled, held back ones included; `COUNTED` and one more for "many"."""
    oldest_at: datetime | None
    """When the first of those was recorded; None if there are none."""
    ran_at: datetime | None
    failures: int
    error: str
    retry_at: datetime | None
    now: datetime

    @property
    def seconds(self) -> float:
        """How long the oldest event has been waiting for this consumer; 0 when it has all."""
        if self.oldest_at is None:
            return 0.0
        return max(0.0, (self.now - self.oldest_at).total_seconds())

    @property
    def is_running(self) -> bool:
        """Whether some worker looked after it lately."""
        return self.ran_at is not None and self.now - self.ran_at <= PATIENCE

    def state(self, most: float = MOST) -> str:
        """Return `failing`, `stopped`, `behind` (by more than `most` seconds) or `ok`."""
        if self.failures:
            return "failing"
        if not self.is_running:
            return "stopped"
        return "behind" if self.seconds > most else "ok"


@dataclass(frozen=True, kw_only=True)
class Held:
    """The feed ends before a transaction that is still open, and events wait behind it."""

    since: datetime
    """When the first of those events was recorded."""
    pid: int | None
    """The process of PostgreSQL; None if it belongs to another role, or to no connection."""
    process: str
    """The name that it gave itself, such as `worker`."""


_LAGS = f"""
SELECT c.consumer, c.transaction_id, c.game, c.version, c.handled,
  (SELECT count(*) FROM (
     SELECT FROM event e
     WHERE (e.transaction_id, e.game_id, e.version) > (c.transaction_id, c.game, c.version)
     ORDER BY e.transaction_id LIMIT {COUNTED + 1}) AS ahead),
  (SELECT e.recorded_at FROM event e
   WHERE (e.transaction_id, e.game_id, e.version) > (c.transaction_id, c.game, c.version)
   ORDER BY e.transaction_id, e.game_id, e.version LIMIT 1),
  c.ran_at, c.failures, c.error, c.retry_at, herdbook.clock()
FROM feed_checkpoint c WHERE %(consumer)s::text IS NULL OR c.consumer = %(consumer)s
ORDER BY c.consumer
"""  # noqa: S608 - made of constants
# Of the process only 32 bits are known; it is shown to somebody and decides nothing.
_HELD = f"""
SELECT first.recorded_at, holder.pid, coalesce(holder.application_name, '')
FROM (SELECT recorded_at FROM event WHERE transaction_id >= {feed.END}
      ORDER BY transaction_id LIMIT 1) AS first
LEFT JOIN pg_stat_activity holder ON holder.backend_xid::text::bigint
  = pg_snapshot_xmin(pg_current_snapshot())::text::bigint & 4294967295
LIMIT 1
"""  # noqa: S608 - made of constants


def feed_lags() -> Sequence[Lag]:
    """Return where each consumer stands, by name; those that never ran have no row."""
    return _lags(None)


def lag_of(consumer: str) -> Lag:
    """Return where one consumer stands, which has to have a checkpoint."""
    [lag] = _lags(consumer)
    return lag


def _lags(consumer: str | None) -> Sequence[Lag]:
    with connection.cursor() as cursor:
        cursor.execute(_LAGS, {"consumer": consumer})
        rows = cursor.fetchall()
    return [
        Lag(
            consumer=consumer,
            position=Position(transaction_id, game, version),
            handled=handled,
            behind=behind,
            oldest_at=oldest_at,
            ran_at=ran_at,
            failures=failures,
            error=error,
            retry_at=retry_at,
            now=now,
        )
        for (
            consumer,
            transaction_id,
            game,
            version,
            handled,
            behind,
            oldest_at,
            ran_at,
            failures,
            error,
            retry_at,
            now,
        ) in rows
    ]


def held_back() -> Held | None:
    """Return what the feed is waiting for, or None if it reaches to the last event.

    None as well in a cluster for which no epoch has begun, where nothing is appended.
    """
    if not epochs.present().is_of_this_cluster:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_HELD)
        row = cursor.fetchone()
    return None if row is None else Held(since=row[0], pid=row[1], process=row[2])
