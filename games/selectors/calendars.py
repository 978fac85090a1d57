"""What stands in an account's calendar: the deadlines of what it owes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import connection

from games.engine.errors import UnknownRulesetError
from games.engine.registry import find_ruleset
from games.engine.seats import Seat
from games.selectors import decision_ids

MOST = 1000
"""Deadlines in one calendar, the nearest ones."""
_DUE = f"""
SELECT d.game_id, d.seat, d.opened, d.opened_at, d.due_at, g.ruleset
FROM holder h JOIN decision d ON d.game_id = h.game_id AND d.seat = h.seat
JOIN game g ON g.id = d.game_id
WHERE h.account_id = %s AND h.until_version IS NULL AND d.answerer <> 'house'
  AND d.kind <> 'reveal' AND d.due_at IS NOT NULL
ORDER BY d.due_at, d.game_id LIMIT {MOST}
"""  # noqa: S608 - made of constants


@dataclass(frozen=True, kw_only=True)
class Deadline:
    """When a decision has to be made, and in what game; nothing else of it."""

    uid: str
    """The same for a decision as long as it is open; tells neither game nor seat."""
    title: str
    opened_at: datetime
    due_at: datetime


def deadlines_of(account: UUID) -> Sequence[Deadline]:
    """Return the deadlines of what the account owes, in one query, the nearest first.

    A decision of a game that is paused, or that has all the time there is, has none.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [account])
        rows = cursor.fetchall()
    return [
        Deadline(
            uid=str(uuid5(NAMESPACE_OID, decision_ids.write(game, Seat(seat), opened))),
            title=_title(ruleset),
            opened_at=opened_at,
            due_at=due_at,
        )
        for game, seat, opened, opened_at, due_at, ruleset in rows
    ]


def _title(ruleset: str) -> str:
    try:
        return find_ruleset(ruleset).title
    except UnknownRulesetError:
        return ruleset
