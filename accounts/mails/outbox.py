"""From events to mails: written in the transaction of the event, so that none is lost."""

from collections.abc import Collection, Sequence

from django.conf import settings
from django.db import connection, transaction

from accounts.event_types import EventType
from accounts.mails import ringing
from accounts.mails.kinds import KINDS, MAILED

_BY_TYPE = [
    (
        str(type_),
        str(kind),
        described.choice,
        described.pause.total_seconds(),
        described.while_suspended,
    )
    for kind, described in KINDS.items()
    for type_ in described.types
]
_ENQUEUE = """
INSERT INTO mail (id, account_id, kind, data, dedupe, created_at, state, due_at, tries, failure)
SELECT gen_random_uuid(), a.id, asked.kind, e.data, e.dedupe, clock.now, 'waiting',
  clock.now + make_interval(secs => asked.pause), 0, ''
FROM account_event e
JOIN unnest(%s::text[], %s::text[], %s::text[], %s::float8[], %s::bool[])
  AS asked (type, kind, choice, pause, while_suspended) ON asked.type = e.type
JOIN account a ON a.id = e.account_id AND a.is_active AND a.email_confirmed_at IS NOT NULL
  AND (asked.while_suspended OR a.suspended_until IS NULL
    OR a.suspended_until <= herdbook.clock())
  AND (asked.choice IS NULL OR a.notifications @> jsonb_build_object(asked.choice, true))
CROSS JOIN (SELECT herdbook.clock() AS now) AS clock
WHERE e.sequence = ANY(%s::bigint[])
ON CONFLICT (account_id, dedupe) DO NOTHING
"""


def enqueue(sequences: Sequence[int], *, types: Collection[EventType]) -> None:
    """Make a mail of each event for whoever wants one, and ring after the commit."""
    if not settings.HERDBOOK_MAIL or MAILED.isdisjoint(types):
        return
    with connection.cursor() as cursor:
        cursor.execute(_ENQUEUE, [*map(list, zip(*_BY_TYPE, strict=True)), list(sequences)])
        made = cursor.rowcount
    if made:
        transaction.on_commit(ringing.ring)
