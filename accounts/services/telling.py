"""Telling accounts what happened: the only writer of the account feed.

What is told is written once, in one order, and never changed; whatever else tells people of it (a
webhook, a mail) follows from what is written here, in the same transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection, transaction

from accounts import purging, wakeups
from accounts.event_data import EventData
from accounts.event_types import EventType
from accounts.mails import outbox as mails
from accounts.times import time_text
from accounts.webhooks import outbox

MARGIN_DAYS = 1
"""An event is kept longer than it can be asked for, so that no reader meets the deleting."""
_LOCK = int.from_bytes(b"hb-tell", "big")


@dataclass(frozen=True, kw_only=True)
class News:
    """Something to be told to one account."""

    account: UUID
    type: EventType
    at: datetime
    """When it happened."""
    data: EventData
    dedupe: str
    """Of all news of an account with the same text the first is told; at most 100 characters."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """News that was written down."""

    sequence: int
    news: News


# The order of the sequence is that of the commits, for each account and for all together, since
# the lock is held until the commit: a reader who goes on after the last event misses none.
_TELL = """
INSERT INTO account_event (account_id, type, at, told_at, data, dedupe)
SELECT news.account, news.type, news.at, herdbook.clock(), news.data::jsonb, news.dedupe
FROM unnest(%s::uuid[], %s::text[], %s::timestamptz[], %s::text[], %s::text[])
  WITH ORDINALITY AS news (account, type, at, data, dedupe, number)
WHERE news.at > (SELECT herdbook.clock()) - make_interval(days => %s)
ORDER BY number
ON CONFLICT (account_id, dedupe) DO NOTHING
RETURNING sequence, account_id, dedupe
"""
_FORGET = """
DELETE FROM account_event WHERE sequence IN (
  SELECT sequence FROM (SELECT sequence, told_at FROM account_event ORDER BY sequence LIMIT %(batch)s)
    AS oldest
  WHERE told_at < herdbook.clock() - make_interval(days => %(days)s))
"""


def tell(news: Sequence[News]) -> list[Told]:
    """Write down what has not been told yet, in this order; return that.

    What happened longer ago than events are kept is not told any more. Nobody else can tell
    anything until the transaction of the caller ends, so this is the last thing in it, and it
    should be short.
    """
    assert connection.in_atomic_block, "what is told is on disk with what it tells of"
    if not news:
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute(
            _TELL,
            [
                [one.account for one in news],
                [str(one.type) for one in news],
                [one.at for one in news],
                [_text(one.data) for one in news],
                [one.dedupe for one in news],
                settings.HERDBOOK_EVENT_DAYS,
            ],
        )
        rows = cursor.fetchall()
    by_key = {(one.account, one.dedupe): one for one in reversed(news)}
    told = [
        Told(sequence=sequence, news=by_key[account, dedupe]) for sequence, account, dedupe in rows
    ]
    if told:
        sequences = [one.sequence for one in told]
        outbox.enqueue(sequences)
        mails.enqueue(sequences, types={one.news.type for one in told})
        topics = sorted({f"told {one.news.account}" for one in told})
        transaction.on_commit(lambda: wakeups.send(topics))
    return told


def _text(data: EventData) -> str:
    """Return the JSON of what an event says, its times as everybody outside sees them."""
    plain: dict[str, Any] = msgspec.to_builtins(data, builtin_types=(datetime,))
    shown = {
        name: time_text(value) if isinstance(value, datetime) else value
        for name, value in plain.items()
    }
    return msgspec.json.encode(shown).decode()


def forget_old() -> int:
    """Delete events that nobody can ask for any more; return how many.

    Their order is nearly that of their times, so that only the oldest are looked at.
    """
    return purging.purge(_FORGET, days=settings.HERDBOOK_EVENT_DAYS + MARGIN_DAYS)
