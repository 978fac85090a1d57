"""What somebody who waits looks at: marks that change when there is news."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection


def marks(*, games: Sequence[UUID] = (), accounts: Sequence[UUID] = ()) -> dict[str, str]:
    """Return a mark for each game and each account, in one query for either kind.

    A game's mark is its version; an account's tells which decisions it owes. The keys are
    `game <id>` and `turns <id>`.
    """
    found = {f"turns {account}": "0" for account in accounts}
    with connection.cursor() as db:
        if games:
            db.execute("SELECT id, version FROM game WHERE id = ANY(%s)", [list(games)])
            found |= {f"game {game}": str(version) for game, version in db.fetchall()}
        if accounts:
            db.execute(
                "SELECT h.account_id, count(*), max(d.opened_at)"
                " FROM holder h JOIN decision d ON d.game_id = h.game_id AND d.seat = h.seat"
                " WHERE h.account_id = ANY(%s) AND h.until_version IS NULL"
                " AND d.answerer <> 'house' AND d.kind <> 'reveal' GROUP BY h.account_id",
                [list(accounts)],
            )
            found |= {
                f"turns {account}": f"{count}@{latest.isoformat()}"
                for account, count, latest in db.fetchall()
            }
    return found
