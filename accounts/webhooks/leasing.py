"""Whose turn it is: a webhook is leased to one worker at a time, and no transaction is held.

A worker that dies leaves a lease that ends by itself; then another one goes on, and sends what was
under way a second time under the same id.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from accounts.feed import Place

LEASE = 20.0
"""Seconds; more than the longest attempt takes: looking up the name, then the deadline of the request."""
SLOW_AT_ONCE = 4
"""Webhooks that fail or are slow, of all accounts, that are served at the same time."""
OF_ONE_AT_ONCE = 3
"""Webhooks of one owner, with those of its bots, that are served at the same time: they leave
threads for others, however slow they turn out to be."""
_LOCK = int.from_bytes(b"hb-hook", "big")
TEST = "webhook.test"
"""The type of the message that an owner asks for; it is sent once, also to a disabled webhook."""


@dataclass(frozen=True)
class Lease:
    """The right to send to one webhook."""

    webhook: UUID
    holder: UUID


@dataclass(frozen=True, kw_only=True)
class Due:
    """A message whose time has come, and all it takes to send it."""

    delivery: UUID
    event: str | None
    """The id of what it tells of in the account feed; a test has none."""
    type: str
    at: datetime
    data: dict[str, Any]
    tries: int
    url: str = field(repr=False)
    sealed_secrets: Sequence[bytes] = field(repr=False)
    """The present one, and after a rotation the one before."""
    failures: int
    failing_since: datetime | None
    now: datetime

    @property
    def is_test(self) -> bool:
        return self.type == TEST


def _sendable(moment: str) -> str:
    """Return the condition of what could be sent at a moment."""
    return f"""
    d.due_at <= {moment} AND (d.type = '{TEST}' OR (
      w.disabled_at IS NULL AND (w.rests_until IS NULL OR w.rests_until <= {moment})))
    """


# The clock is read once, since an index cannot be asked about a function that gives another answer
# each time.
_NOW = "(SELECT herdbook.clock())"
SENDABLE = _sendable(_NOW)
_WAS_SENDABLE = _sendable(f"{_NOW} - make_interval(secs => %(overdue)s)")
SERVED = f"""
a.is_active AND (a.suspended_until IS NULL OR a.suspended_until <= {_NOW})
"""
# From one webhook with a message to the next, so that the cost follows the number of these and not
# that of all webhooks, nor that of messages.
_WAITING = f"""
WITH RECURSIVE pending (webhook_id) AS (
  (SELECT webhook_id FROM webhook_delivery WHERE due_at IS NOT NULL ORDER BY webhook_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.webhook_id FROM webhook_delivery d
          WHERE d.due_at IS NOT NULL AND d.webhook_id > p.webhook_id
          ORDER BY d.webhook_id LIMIT 1)
  FROM pending p WHERE p.webhook_id IS NOT NULL)
SELECT w.id FROM pending p JOIN webhook w ON w.id = p.webhook_id
JOIN account a ON a.id = w.account_id
WHERE {SERVED} AND (w.leased_until IS NULL OR w.leased_until <= herdbook.clock())
  AND EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.webhook_id = w.id AND {_WAS_SENDABLE})
ORDER BY w.slow, w.served_at NULLS FIRST LIMIT %(limit)s
"""  # noqa: S608 - made of constants
_TAKE = """
UPDATE webhook SET lease = %(holder)s, leased_until = herdbook.clock() + make_interval(secs => %(lease)s),
  served_at = herdbook.clock()
WHERE id = (
  SELECT id FROM webhook
  WHERE id = %(webhook)s AND (leased_until IS NULL OR leased_until <= herdbook.clock())
  FOR NO KEY UPDATE SKIP LOCKED)
AND (NOT slow OR %(most)s > (
  SELECT count(*) FROM webhook other
  WHERE other.slow AND other.leased_until > (SELECT herdbook.clock())))
AND %(of_one)s > (
  SELECT count(*) FROM webhook other JOIN account o ON o.id = other.account_id
  WHERE other.leased_until > (SELECT herdbook.clock()) AND coalesce(o.owner_id, o.id) = (
    SELECT coalesce(a.owner_id, a.id) FROM account a WHERE a.id = webhook.account_id))
"""
_NEXT = f"""
WITH w AS (
  UPDATE webhook SET leased_until = herdbook.clock() + make_interval(secs => %(lease)s)
  WHERE id = %(webhook)s AND lease = %(holder)s
  RETURNING id, account_id, url, sealed_secret, earlier_secret, earlier_until, failures,
    failing_since, disabled_at, rests_until)
SELECT d.id, d.type, d.at, d.data, d.tries, w.url, w.sealed_secret,
  CASE WHEN w.earlier_until > herdbook.clock() THEN w.earlier_secret END,
  w.failures, w.failing_since, herdbook.clock(), d.sequence, d.created_at
FROM w JOIN account a ON a.id = w.account_id JOIN webhook_delivery d ON d.webhook_id = w.id
WHERE {SERVED} AND {SENDABLE}
ORDER BY d.type = '{TEST}' DESC, d.due_at, d.sequence LIMIT 1
"""  # noqa: S608 - made of constants
_RELEASE = """
UPDATE webhook SET lease = NULL, leased_until = NULL WHERE id = %(webhook)s AND lease = %(holder)s
"""


def waiting(*, limit: int, overdue_seconds: float = 0.0) -> list[UUID]:
    """Return webhooks for which something can be sent, for so long already, and which nobody serves.

    Those that answer well come first, and of these the one whose last turn is the longest ago.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, {"limit": limit, "overdue": overdue_seconds})
        return [id_ for (id_,) in cursor.fetchall()]


def take(webhook: UUID) -> Lease | None:
    """Return a lease, or None if somebody has it, or too many like it are being served."""
    lease = Lease(webhook, uuid4())
    bounds = {"most": SLOW_AT_ONCE, "of_one": OF_ONE_AT_ONCE}
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        # One at a time, or several that begin at the same moment would not count each other.
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute(_TAKE, {**_named(lease), **bounds})
        return lease if cursor.rowcount else None


def next_due(lease: Lease) -> Due | None:
    """Return the next message to be sent and prolong the lease; None if it is lost."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, _named(lease))
        row = cursor.fetchone()
    if row is None:
        return None
    (
        delivery,
        kind,
        at,
        data,
        tries,
        url,
        secret,
        earlier,
        failures,
        since,
        now,
        sequence,
        told_at,
    ) = row
    return Due(
        delivery=delivery,
        event=None if sequence is None else str(Place(sequence, told_at)),
        type=kind,
        at=at,
        data=json.loads(data),
        tries=tries,
        url=url,
        sealed_secrets=[bytes(one) for one in (secret, earlier) if one is not None],
        failures=failures,
        failing_since=since,
        now=now,
    )


def release(lease: Lease) -> None:
    """Give a lease back."""
    with connection.cursor() as cursor:
        cursor.execute(_RELEASE, _named(lease))


def _named(lease: Lease) -> dict[str, UUID | float]:
    return {"webhook": lease.webhook, "holder": lease.holder, "lease": LEASE}
