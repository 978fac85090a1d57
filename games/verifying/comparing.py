"""What is stored beside a log, held against what the log folds to."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games import projections
from games.engine.game import GameState
from games.engine.seats import Seat
from games.engine.snapshots import decode_state, encode_state
from games.store.append import Timed
from games.store.stored import StoredDecision, StoredGame
from games.verifying.findings import Finding, Kind

COLUMNS = (
    "ruleset",
    "rules_version",
    "status",
    "rated",
    "private",
    "seat_count",
    "free_seats",
    "time_control_kind",
    "created_at",
    "started_at",
    "finished_at",
    "last_at",
    "resume_at",
)
"""The columns of `game` that say again what the state says."""


def columns(row: StoredGame, state: GameState) -> Iterator[Finding]:
    """Compare the columns for lists."""
    for name in COLUMNS:
        stored, folded = getattr(row, name), getattr(state, name)
        if stored != folded:
            text = f"the column {name} says {stored}, the log says {folded}"
            yield Finding(game=row.id, kind=Kind.COLUMN_DIFFERS, text=text)


def snapshot(row: StoredGame, state: GameState) -> Iterator[Finding]:
    """Compare the stored state; only the names of members that differ are told."""
    if not row.state:
        text = "the stored state is empty"
    elif names := _different(row.state, state):
        text = f"the stored state is not what the log folds to: {', '.join(names)}"
    else:
        return
    yield Finding(game=row.id, kind=Kind.SNAPSHOT_DIFFERS, text=text)


def _different(text: str, state: GameState) -> list[str]:
    # Read and written again: a snapshot of an older release may lack what has a default since.
    try:
        stored: dict[str, Any] = json.loads(encode_state(decode_state(text)))
    except Exception:  # noqa: BLE001 - whatever makes it unreadable, it is not the folded state
        return ["it cannot be read"]
    folded: dict[str, Any] = json.loads(encode_state(state))
    return sorted(name for name in folded if stored.get(name) != folded[name])


def decisions(game: UUID, found: list[StoredDecision], state: GameState) -> Iterator[Finding]:
    """Compare the open decisions. What workers write on them is no history."""
    owed = {
        (timed.owed.seat, timed.owed.opened): timed
        for timed in projections.open_decisions(game, state)
    }
    for row in found:
        timed = owed.pop((Seat(row.seat), row.opened), None)
        named = f"the open decision {row.opened} of seat {row.seat}"
        if timed is None:
            text = f"{named} is one that the log does not know, or has closed"
            yield Finding(game=game, kind=Kind.DECISION_EXTRA, text=text)
        elif names := differences(row, timed):
            text = f"{named} differs from the log: {', '.join(names)}"
            yield Finding(game=game, kind=Kind.DECISION_DIFFERS, text=text)
    for seat, opened in owed:
        text = f"the open decision {opened} of seat {seat} is not there"
        yield Finding(game=game, kind=Kind.DECISION_MISSING, text=text)


def differences(row: StoredDecision, timed: Timed) -> list[str]:
    """Return the names of the columns that do not say what the log does."""
    owed = timed.owed
    said = {
        "kind": (row.kind, owed.kind),
        "answerer": (row.answerer, timed.answerer),
        "opened_at": (row.opened_at, owed.opened_at),
        "due_at": (row.due_at, owed.due_at),
        # The pace may be set anew at any time; that there is one follows from who answers.
        "not_before": (row.not_before is None, timed.not_before is None),
    }
    return [name for name, (stored, folded) in said.items() if stored != folded]
