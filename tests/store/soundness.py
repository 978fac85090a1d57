"""Is the log of a game sound? Every test of the command path asks this of its games."""

import hashlib
import json
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import connection

from games.engine.game import GameState, Status, decode_state, encode_state
from games.store import chain, load

_GAME = """
SELECT status, version, head_hash, state, created_at, started_at, finished_at, last_at
FROM game WHERE id = %s
"""
_EVENTS = """
SELECT version, type, schema_version, seat, cause, payload, salt, prev_hash, hash, recorded_at
FROM event WHERE game_id = %s ORDER BY version
"""


def assert_log_is_sound(game_id: UUID | str, *, gone: Collection[int] = ()) -> GameState:
    """Check chain, fold, columns and decisions of a game against each other; return its state.

    `gone` are the seats whose accounts came to their end.
    """
    game_id = UUID(str(game_id))
    with connection.cursor() as cursor:
        cursor.execute(_GAME, [game_id])
        row = cursor.fetchone()
    assert row is not None, f"there is no game {game_id}"
    status, version, head, text, created_at, started_at, finished_at, last_at = row
    assert _verified(game_id) == (version, bytes(head))
    state = decode_state(text)
    assert json.loads(encode_state(load.folded(game_id))) == json.loads(text)
    assert (state.version, state.status, state.last_at) == (version, Status(status), last_at)
    assert (state.created_at, state.started_at) == (created_at, started_at)
    assert state.finished_at == finished_at
    assert (finished_at is None) == (state.outcome is None)
    _assert_decisions(game_id, state)
    _assert_closings(game_id, version)
    _assert_holders(game_id, state, gone)
    return state


def _verified(game_id: UUID) -> tuple[int, bytes]:
    """Walk the chain from the first event; return the last version and its hash."""
    head, last = b"", 0
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [game_id])
        rows = cursor.fetchall()
    for version, type_name, schema, seat, cause, payload, salt, prev, digest, at in rows:
        last += 1
        assert version == last, "versions have a hole"
        assert bytes(prev) == head
        assert chain.canonical_json(json.loads(payload)) == payload
        head = chain.event_hash(
            prev_hash=head,
            game=game_id,
            version=version,
            type_name=type_name,
            schema_version=schema,
            seat=seat,
            cause=cause,
            at=at,
            payload=payload,
            salt=bytes(salt),
        )
        assert bytes(digest) == head, version
        assert len(salt) == hashlib.sha256().digest_size
    return last, head


def _assert_decisions(game_id: UUID, state: GameState) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seat, kind, opened, opened_at, due_at, answerer = 'house',"
            " not_before IS NOT NULL FROM decision WHERE game_id = %s ORDER BY seat",
            [game_id],
        )
        found = cursor.fetchall()
    owed: list[tuple[Any, ...]] = []
    for one in sorted(state.owed, key=lambda owed: owed.seat):
        house = state.seats[one.seat].played_by_house
        owed.append((one.seat, one.kind, one.opened, one.opened_at, one.due_at, house, house))
    assert found == owed


def _assert_closings(game_id: UUID, version: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT k.first_version, k.last_version, k.command,"
            " (SELECT count(*) FROM event e WHERE e.game_id = k.game_id"
            "  AND e.command = k.command"
            "  AND e.version BETWEEN k.first_version AND k.last_version)"
            " FROM command k WHERE k.game_id = %s",
            [game_id],
        )
        for first, last, command, events in cursor.fetchall():
            assert 1 <= first <= last <= version
            assert events == last - first + 1, f"command {command} names versions of another"
        cursor.execute(
            "SELECT count(*) FROM command k JOIN decision d"
            " ON (d.game_id, d.seat, d.opened) = (k.game_id, k.seat, k.opened)"
            " WHERE k.game_id = %s",
            [game_id],
        )
        assert cursor.fetchone() == (0,), "a decision is open and closed"


def _assert_holders(game_id: UUID, state: GameState, gone: Collection[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id::text, seat FROM holder WHERE game_id = %s AND until_version IS NULL",
            [game_id],
        )
        found = dict(cursor.fetchall())
    seated = {
        record.holder: seat
        for seat, record in enumerate(state.seats)
        if record.holder and seat not in gone
    }
    assert found == {state.creator: None} | seated
