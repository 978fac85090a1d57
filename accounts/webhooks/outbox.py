"""From events to deliveries: written in the transaction of the event, so that none is lost."""

from collections.abc import Sequence

from django.db import connection, transaction

from accounts.webhooks import ringing

# One statement for any number of events and webhooks. It locks the webhooks, so that one that is
# removed at this moment is passed over. A delivery is as old as its event, of whose id that is a part.
_ENQUEUE = """
INSERT INTO webhook_delivery
  (id, webhook_id, sequence, type, at, data, created_at, state, due_at, tries, attempts)
SELECT gen_random_uuid(), w.id, e.sequence, e.type, e.at, e.data, e.told_at, 'waiting', clock.now,
  0, '[]'
FROM account_event e
JOIN webhook w ON w.account_id = e.account_id AND w.disabled_at IS NULL AND e.type = ANY(w.types)
CROSS JOIN (SELECT herdbook.clock() AS now) AS clock
WHERE e.sequence = ANY(%s::bigint[])
FOR KEY SHARE OF w
ON CONFLICT (webhook_id, sequence) DO NOTHING
RETURNING webhook_id
"""


def enqueue(sequences: Sequence[int]) -> None:
    """Make a delivery of each event for each webhook that wants it, and ring after the commit."""
    with connection.cursor() as cursor:
        cursor.execute(_ENQUEUE, [list(sequences)])
        webhooks = sorted({webhook for (webhook,) in cursor.fetchall()})
    if webhooks:
        transaction.on_commit(lambda: ringing.ring(webhooks[: ringing.BATCH]))
