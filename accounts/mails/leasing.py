"""Whose turn it is: a mail is leased to one sender, and no transaction is held while it is sent.

A sender that dies leaves a lease that ends by itself; then another one sends the mail, under the
same Message-ID.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from accounts.mails.models import Mail

LEASE = 180.0
"""Seconds; more than a mail takes, whose every step with the mail server has `EMAIL_TIMEOUT`."""
AT_ONCE = 2
"""Mails that are sent at the same time, by all workers together: a mail server that hangs takes so
many threads, and leaves the others to the webhooks."""
HOUR = timedelta(hours=1)
_LOCK = int.from_bytes(b"hb-mails", "big")


@dataclass(frozen=True, kw_only=True)
class Leased:
    """A mail whose time has come, and all that it takes to send it."""

    id: UUID
    lease: UUID
    kind: Mail.Kind
    data: Mapping[str, Any]
    created_at: datetime
    tries: int
    account: UUID
    name: str
    address: str = field(repr=False)
    """Empty if the account has none any more."""
    is_confirmed: bool
    is_suspended: bool
    choices: Mapping[str, bool | int]
    time_zone: str
    last_used_at: datetime | None
    """When the account asked the server for something, to the minute."""
    lately: int
    """Mails to the address within the last hour, with those that others are sending now.

    Of all accounts that have it: it is one person who reads them.
    """
    oldest: datetime | None
    """When the first of those that were sent was sent."""
    now: datetime


# What may be sent now. The clock is read once, since an index cannot be asked about a function
# that gives another answer each time.
SENDABLE = """
due_at <= (SELECT herdbook.clock())
  AND (leased_until IS NULL OR leased_until <= (SELECT herdbook.clock()))
"""
# One at a time: so that neither `AT_ONCE` nor the mails of an hour are ever exceeded.
_TAKE = """
WITH present AS MATERIALIZED (SELECT herdbook.clock() AS now),
taken AS (
  UPDATE mail SET lease = %(lease)s,
    leased_until = (SELECT now FROM present) + make_interval(secs => %(seconds)s),
    attempted_at = (SELECT now FROM present)
  WHERE id = (
    SELECT id FROM mail
    WHERE due_at <= (SELECT now FROM present)
      AND (leased_until IS NULL OR leased_until <= (SELECT now FROM present))
    ORDER BY due_at, id LIMIT 1)
  AND %(most)s > (SELECT count(*) FROM mail WHERE leased_until > (SELECT now FROM present))
  RETURNING id, account_id, kind, data, created_at, tries)
SELECT t.id, t.account_id, t.kind, t.data, t.created_at, t.tries,
  a.name,
  CASE WHEN a.is_active THEN a.email ELSE '' END, a.email_confirmed_at IS NOT NULL,
  coalesce(a.suspended_until > p.now, false), a.notifications, a.time_zone,
  (SELECT max(k.last_used_at) FROM token k WHERE k.account_id = t.account_id),
  (SELECT count(*) FROM mail s JOIN account o ON o.id = s.account_id
   WHERE lower(o.email) = lower(a.email) AND o.email <> '' AND s.id <> t.id
   AND (s.sent_at > p.now - interval '1 hour' OR s.leased_until > p.now)),
  (SELECT min(s.sent_at) FROM mail s JOIN account o ON o.id = s.account_id
   WHERE lower(o.email) = lower(a.email) AND o.email <> ''
   AND s.sent_at > p.now - interval '1 hour'),
  p.now
FROM taken t JOIN account a ON a.id = t.account_id CROSS JOIN present p
"""


def take() -> Leased | None:
    """Lease the mail that is due the longest; None if there is none, or enough are being sent."""
    lease = uuid4()
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute(_TAKE, {"lease": lease, "seconds": LEASE, "most": AT_ONCE})
        row = cursor.fetchone()
    if row is None:
        return None
    id_, account, kind, facts, created_at, tries, name, email = row[:8]
    is_confirmed, is_suspended, choices, zone, used, lately, oldest, now = row[8:]
    return Leased(
        id=id_,
        lease=lease,
        kind=Mail.Kind(kind),
        data=json.loads(facts),
        created_at=created_at,
        tries=tries,
        account=account,
        name=name,
        address=email,
        is_confirmed=is_confirmed,
        is_suspended=is_suspended,
        choices=json.loads(choices),
        time_zone=zone,
        last_used_at=used,
        lately=lately,
        oldest=oldest,
        now=now,
    )
