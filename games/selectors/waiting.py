"""What somebody who waits looks at: marks that change when there is news."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection


def marks(
    *, games: Sequence[UUID] = (), accounts: Sequence[UUID] = (), chats: Sequence[UUID] = ()
) -> dict[str, str]:
    """Return a mark for each game, each account and the chat of each game, in one query a kind.

    A game's mark is its version; an account's tells which decisions it owes; that of a chat is the
    number of its last message. The keys are `game <id>`, `turns <id>` and `chat <id>`.
    """
    found = {f"turns {account}": "0" for account in accounts}
    found |= {f"chat {game}": "0" for game in chats}
    with connection.cursor() as db:
        if games:
            db.execute("SELECT id, version FROM game WHERE id = ANY(%s)", [list(games)])
            found |= {f"game {game}": str(version) for game, version in db.fetchall()}
        if chats:
            db.execute(
                "SELECT game_id, max(number) FROM chat_message WHERE game_id = ANY(%s)"
                " GROUP BY game_id",
                [list(chats)],
            )
            found |= {f"chat {game}": str(number) for game, number in db.fetchall()}
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
