"""What somebody who waits looks at: marks that change when there is news."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection

ROOMS = ("players", "spectators")
"""Of a game's chat. Who waits in one learns nothing of the other, not even when."""


def topic_of(room: str, game: UUID) -> str:
    """Return what somebody waits for who waits for a message."""
    return f"{room} {game}"


def marks(
    *,
    games: Sequence[UUID] = (),
    accounts: Sequence[UUID] = (),
    chats: Mapping[str, Sequence[UUID]] | None = None,
) -> dict[str, str]:
    """Return a mark for each game, each account and each room of a chat, in one query a kind.

    A game's mark is its version; an account's tells which decisions it owes; that of a room is the
    number of its last message. The keys are `game <id>`, `turns <id>`, `players <id>` and
    `spectators <id>`; `chats` are games by room.
    """
    rooms = [topic_of(room, game) for room, talked in (chats or {}).items() for game in talked]
    found = {f"turns {account}": "0" for account in accounts}
    found |= dict.fromkeys(rooms, "0")
    with connection.cursor() as db:
        if games:
            db.execute("SELECT id, version FROM game WHERE id = ANY(%s)", [list(games)])
            found |= {f"game {game}": str(version) for game, version in db.fetchall()}
        if rooms:
            db.execute(
                "SELECT asked.topic, max(m.number) FROM unnest(%s::text[]) AS asked (topic)"
                " JOIN chat_message m ON m.room = split_part(asked.topic, ' ', 1)"
                " AND m.game_id = split_part(asked.topic, ' ', 2)::uuid GROUP BY asked.topic",
                [rooms],
            )
            found |= {topic: str(number) for topic, number in db.fetchall()}
        if accounts:
            db.execute(
                "SELECT h.account_id, count(*), max(d.opened_at)"
                " FROM holder h JOIN decision d ON d.game_id = h.game_id AND d.seat = h.seat"
                " WHERE h.account_id = ANY(%s) AND h.until_version IS NULL"
                " AND d.answerer <> 'house' AND d.kind <> 'reveal'"
                " AND EXISTS (SELECT FROM game g WHERE g.id = d.game_id AND g.status <> 'paused')"
                " GROUP BY h.account_id",
                [list(accounts)],
            )
            found |= {
                f"turns {account}": f"{count}@{latest.isoformat()}"
                for account, count, latest in db.fetchall()
            }
    return found


def turns_in(mark: str) -> int:
    """Return how many decisions an account owes, as its mark tells."""
    return int(mark.partition("@")[0])
