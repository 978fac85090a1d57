"""Writing anew what follows from a log. Only the owner of the tables may: the application cannot."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from django.db import connection

from games.engine.game import GameState
from games.engine.snapshots import encode_state
from games.store.append import Timed
from games.store.stored import StoredGame

_GAME = """
UPDATE game SET ruleset = %(ruleset)s, rules_version = %(rules_version)s, status = %(status)s,
  version = %(version)s, head_hash = %(head)s, state = %(state)s, rated = %(rated)s,
  private = %(private)s, seat_count = %(seat_count)s, free_seats = %(free_seats)s,
  time_control_kind = %(time_control_kind)s, created_at = %(created_at)s, started_at = %(started_at)s,
  finished_at = %(finished_at)s, last_at = %(last_at)s, resume_at = %(resume_at)s
WHERE id = %(game)s
"""
_OWED = """
jsonb_to_recordset(%(owed)s::jsonb) AS d (
  seat smallint, opened integer, kind text, answerer text, opened_at timestamptz,
  due_at timestamptz, not_before timestamptz
)
"""
_GONE = f"""
DELETE FROM decision WHERE game_id = %(game)s
  AND (seat, opened) NOT IN (SELECT d.seat, d.opened FROM {_OWED})
"""  # noqa: S608 - made of constants
# Of a decision that stays, lease, attempts, refusals and pace are not the log's to say.
_OPEN = f"""
INSERT INTO decision (game_id, seat, opened, kind, answerer, opened_at, due_at, not_before,
  lease_until, attempts, refusals)
SELECT %(game)s::uuid, d.seat, d.opened, d.kind, d.answerer, d.opened_at, d.due_at, d.not_before,
  NULL, 0, 0
FROM {_OWED}
ON CONFLICT (game_id, seat) DO UPDATE SET kind = excluded.kind, answerer = excluded.answerer,
  opened_at = excluded.opened_at, due_at = excluded.due_at,
  not_before = CASE WHEN excluded.not_before IS NOT NULL
    THEN coalesce(decision.not_before, excluded.not_before) END
"""  # noqa: S608 - made of constants


def may_write() -> bool:
    """Answer whether this connection may change what is derived."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege('public.game', 'UPDATE')")
        (allowed,) = cursor.fetchone()
    return bool(allowed)


def write_game(row: StoredGame, state: GameState, head: bytes) -> None:
    """Write the row of a game as its log has it; its lock must be held."""
    with connection.cursor() as cursor:
        cursor.execute(
            _GAME,
            {
                "game": row.id,
                "ruleset": state.ruleset,
                "rules_version": state.rules_version,
                "status": state.status,
                "version": state.version,
                "head": head,
                "state": encode_state(state),
                "rated": state.rated,
                "private": state.private,
                "seat_count": state.seat_count,
                "free_seats": state.free_seats,
                "time_control_kind": state.time_control_kind,
                "created_at": state.created_at,
                "started_at": state.started_at,
                "finished_at": state.finished_at,
                "last_at": state.last_at,
                "resume_at": state.resume_at,
            },
        )


def write_decisions(row: StoredGame, open_now: Sequence[Timed]) -> None:
    """Write which decisions are open; the lock of the game must be held."""
    owed = [
        {
            "seat": timed.owed.seat,
            "opened": timed.owed.opened,
            "kind": timed.owed.kind,
            "answerer": timed.answerer,
            "opened_at": timed.owed.opened_at,
            "due_at": timed.owed.due_at,
            "not_before": timed.not_before,
        }
        for timed in open_now
    ]
    values: dict[str, UUID | str] = {"game": row.id, "owed": msgspec.json.encode(owed).decode()}
    with connection.cursor() as cursor:
        cursor.execute(_GONE, values)
        cursor.execute(_OPEN, values)
