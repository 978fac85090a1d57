"""What is stored of a game, read on a connection of its own: no test counts its queries."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from django.db import connection

from games.engine.game import GameState, Status
from games.engine.snapshots import decode_state

_GAME = """
SELECT g.state, encode(g.secret, 'hex'), encode(g.head_hash, 'hex'),
  (SELECT h.seat FROM token t JOIN holder h ON h.account_id = t.account_id
   WHERE t.id = %s AND h.game_id = g.id AND h.until_version IS NULL AND h.seat IS NOT NULL)
FROM game g WHERE g.id = %s
"""

_GLASS = """
SELECT 1 FROM audit_entry WHERE actor = %s AND target_kind = 'game' AND target = %s
AND action = 'game.break_glass' AND at > herdbook.clock() - interval '15 minutes'
"""


@dataclass(frozen=True)
class Stored:
    """A game as it is stored, and the seat of who asks."""

    state: GameState
    secrets: tuple[str, str]
    """The secret of its deals, and the hash of its last event."""
    seat: int | None

    @property
    def is_over(self) -> bool:
        """Answer whether all of it is open."""
        return Status(self.state.status).is_over


class Truth:
    """The stored games of one database."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]]) -> None:
        self._connect = connect
        self._open: psycopg.Connection[Any] | None = None

    def find(self, game: str, token: str | None) -> Stored | None:
        """Return a game as who holds this token has it; None if there is none."""
        try:
            rows = self._rows(_GAME, [_id_of(token), UUID(game)])
        except ValueError:
            return None
        if not rows:
            return None
        state, secret, head, seat = rows[0]
        return Stored(decode_state(state), (secret, head), seat)

    def payload(self, game: str, version: int) -> dict[str, Any]:
        """Return an event as it is stored."""
        asked = "SELECT payload FROM event WHERE game_id = %s AND version = %s"
        ((payload,),) = self._rows(asked, [UUID(game), version])
        found: dict[str, Any] = json.loads(payload)
        return found

    def log(self, game: str) -> list[tuple[str, int | None, dict[str, Any]]]:
        """Return the events of a game as they are stored: type, seat and payload."""
        asked = "SELECT type, seat, payload FROM event WHERE game_id = %s ORDER BY version"
        rows = self._rows(asked, [UUID(game)])
        return [(kind, seat, json.loads(payload)) for kind, seat, payload in rows]

    def is_glass_broken(self, game: str, account: UUID) -> bool:
        """Answer whether somebody of the staff may see the cards of a game now."""
        return bool(self._rows(_GLASS, [account, game]))

    def close(self) -> None:
        """Let go of the database, which nobody else could drop."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _rows(self, query: str, values: list[Any]) -> list[Any]:
        if self._open is None:
            self._open = self._connect()
        try:
            return self._open.execute(query, values).fetchall()
        except psycopg.OperationalError:  # a test has ended all connections
            self._open = self._connect()
            return self._open.execute(query, values).fetchall()


def _id_of(token: str | None) -> str:
    """Return by what a token is found."""
    parts = (token or "").split("_")
    return parts[1] if len(parts) > 1 else ""


def _of_the_tests() -> psycopg.Connection[Any]:
    at = connection.settings_dict
    return psycopg.connect(
        host=at["HOST"],
        port=at["PORT"],
        user=at["USER"],
        password=at["PASSWORD"],
        dbname=at["NAME"],
        autocommit=True,
    )


truth = Truth(_of_the_tests)
"""The games of the database that tests have in common."""
