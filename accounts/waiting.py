"""What somebody who waits for what an account is told looks at: a mark that changes with it.

Without any model, for the waiting process reads this before Django has its models.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection

_MARKS = """
SELECT asked.account,
  (SELECT coalesce(max(told.sequence), 0) FROM account_event told
   WHERE told.account_id = asked.account)
FROM unnest(%s::uuid[]) AS asked (account)
"""


def marks(accounts: Sequence[UUID]) -> Mapping[str, str]:
    """Return a mark for each account, in one query; the keys are `told <account>`."""
    with connection.cursor() as cursor:
        cursor.execute(_MARKS, [list(accounts)])
        return {f"told {account}": str(sequence) for account, sequence in cursor.fetchall()}
