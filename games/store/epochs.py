"""Epochs of the feed: how often the log has moved to another cluster of PostgreSQL.

A cluster counts transactions from the beginning. A log that is restored into another one holds
ids that lie ahead of everything to come, so that readers who passed them would see no event any
more. `herdbook.feed_id` therefore puts the epoch above the transaction id, and gives out none in
a cluster for which no epoch has begun: until `rebase` nothing can be appended, nor read here.

A copy made with `pg_dump` and a major upgrade have another cluster. A replica that takes over, a
restored base backup and another database of the same cluster do not.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction

BITS = 48
"""Width of a transaction id in the feed; ten thousand a second fill it in nine hundred years."""


@dataclass(frozen=True, kw_only=True)
class Epoch:
    """A stretch of the feed within which transaction ids of one cluster count."""

    number: int
    begun_at: datetime
    is_of_this_cluster: bool
    """False after a restore elsewhere, until `rebase`."""


def present() -> Epoch:
    """Return the latest epoch."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT number, begun_at, cluster = herdbook.cluster() FROM feed_epoch")
        number, begun_at, is_of_this_cluster = cursor.fetchone()
    return Epoch(number=number, begun_at=begun_at, is_of_this_cluster=is_of_this_cluster)


def first_unused() -> int:
    """Return an id of the feed that no transaction has that can be seen, nor any above it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT CASE WHEN cluster = herdbook.cluster() THEN (number::bigint << %(bits)s)"
            " + pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
            " ELSE (number + 1)::bigint << %(bits)s END FROM feed_epoch",
            {"bits": BITS},
        )
        (first,) = cursor.fetchone()
    return int(first)


def rebase(*, always: bool = False) -> Epoch | None:
    """Begin an epoch if the log has come to another cluster; return it, or None if it has not.

    Checkpoints stay as they are: every id of the new epoch is above every one given out before,
    so each consumer goes on after the last event it handled. For the owner of the tables.

    `always` begins one in the same cluster too. It makes a difference after a restore to an
    earlier moment: places after that moment, which somebody outside may remember, are used again
    otherwise.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE feed_epoch IN ACCESS EXCLUSIVE MODE")
        if present().is_of_this_cluster and not always:
            return None
        cursor.execute("SELECT herdbook.begin_epoch()")
        return present()
