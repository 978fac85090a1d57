"""Who was seen on the networks of somebody else."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from accounts.networks.models import NetworkUse

CROWD = 20
"""Accounts on one network above which it says nothing: a school, a hall, the proxy of a provider."""
# Of each network of the account some rows, never all of those of a large one.
_SEEN_TOGETHER = """
SELECT account.name, max(others.last_on), min(others.crowd)
FROM network_use own
CROSS JOIN LATERAL (
  SELECT found.*, count(*) OVER () AS crowd FROM (
    SELECT account_id, last_on FROM network_use
    WHERE network = own.network LIMIT %(crowd)s + 1
  ) AS found
) AS others
JOIN account ON account.id = others.account_id
WHERE own.account_id = %(account)s AND others.account_id <> own.account_id
  AND others.crowd <= %(crowd)s
GROUP BY account.name ORDER BY 3, 2 DESC, 1 LIMIT %(most)s
"""


class SeenTogether(NamedTuple):
    """Somebody who was seen where an account was."""

    name: str
    last_on: date
    """The day on which they were seen there last."""
    crowd: int
    """How many accounts the smallest network has on which both were seen."""


def sharing(account: UUID, others: Collection[UUID]) -> frozenset[UUID]:
    """Return those of the others who were seen on a network of this account."""
    own = NetworkUse.objects.filter(account=account).values("network")
    found = NetworkUse.objects.filter(account__in=others, network__in=own)
    return frozenset(found.values_list("account", flat=True)) - {account}


def seen_together(account: UUID, *, most: int) -> Sequence[SeenTogether]:
    """Return who was seen on the small networks of an account, those of the smallest first."""
    with connection.cursor() as cursor:
        cursor.execute(_SEEN_TOGETHER, {"account": account, "crowd": CROWD, "most": most})
        return [SeenTogether(*row) for row in cursor.fetchall()]
