"""The one way into the log: a call of `herdbook.append_events`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.db import IntegrityError, OperationalError, connection, transaction
from psycopg.errors import ForeignKeyViolation, LockNotAvailable

from accounts.combining import Combiner
from accounts.statements import Statement
from games.engine.events import Cause, Event
from games.engine.game import GameState, Status
from games.engine.owing import Owed
from games.engine.seats import Seat
from games.engine.snapshots import encode_state
from games.store.errors import AccountGoneError, GameLockedError
from games.store.upcasting import to_payload

_SEATING = frozenset(
    {"GameStarted", "SeatOffered", "OfferWithdrawn", "SeatReplaced", "SeatReturned"}
)
"""Events of a running game after which other seats may be free than before."""


_APPEND = Statement(
    "SELECT result, first_version::text, last_version::text"
    " FROM herdbook.append_events($1::jsonb) ORDER BY place"
)


class Result(StrEnum):
    """What became of a command."""

    DONE = "done"
    REPLAYED = "replayed"
    KEY_REUSED = "key_reused"
    CONFLICT = "conflict"
    LATE = "late"
    EARLY = "early"
    CLOSED = "closed"
    OVER = "over"
    BUSY = "busy"
    """Of one among several: its game is locked, and the others do not wait for that."""


class OpenTransactionError(Exception):
    """The log was written inside an open transaction, so that "done" could still be undone."""


@dataclass(frozen=True, kw_only=True)
class Answers:
    """The decision that a command closes, and whether by a move or by expiry."""

    seat: Seat
    opened: int
    how: str


@dataclass(frozen=True, kw_only=True)
class NewHolder:
    """An account that comes to a game; `seat` is None if it only watches."""

    id: str
    account: UUID
    seat: Seat | None


@dataclass(frozen=True, kw_only=True)
class Timed:
    """An open decision, who answers it, and the earliest time of a house bot's answer."""

    owed: Owed
    answerer: str
    not_before: datetime | None


@dataclass(frozen=True, kw_only=True)
class Append:
    """What is to be recorded: events, and what follows from them."""

    game: UUID
    expected: int
    at: datetime
    cause: Cause
    events: Sequence[Event]
    after: GameState
    decisions: Sequence[Timed]
    fingerprint: str = ""
    actor: UUID | None = None
    key: str | None = None
    answers: Answers | None = None
    holders: Sequence[NewHolder] = ()
    left: Sequence[str] = ()
    secret: bytes | None = field(default=None, repr=False)
    """Of a new game only."""
    beside: "Callable[[Append, Appended], None] | None" = None
    """Writes, in the transaction of the events, what has to be on disk together with them."""
    command: UUID = field(default_factory=uuid4)


@dataclass(frozen=True, kw_only=True)
class Appended:
    """The answer to one command; versions are those it wrote, or its first copy wrote."""

    result: Result
    first_version: int | None
    last_version: int | None


def append_events(commands: Sequence[Append]) -> list[Appended]:
    """Record commands, each for a game of its own, in one round trip.

    Returns what became of each, in order; an expected refusal is a result and raises nothing.
    Raises `OpenTransactionError` inside a transaction: an answer means "on disk"; and
    `AccountGoneError` if an account that comes to a game is no more.
    """
    if connection.in_atomic_block or not connection.get_autocommit():
        raise OpenTransactionError("append_events must run in autocommit.")
    return _call(commands)


def _call(commands: Sequence[Append]) -> list[Appended]:
    try:
        rows = _APPEND.ask(msgspec.json.encode([_to_json(command) for command in commands]))
    except IntegrityError as error:
        if isinstance(error.__cause__, ForeignKeyViolation):
            raise AccountGoneError("An account that comes to this game is no more.") from None
        raise
    return [
        Appended(
            result=Result((result or b"").decode()),
            first_version=None if first is None else int(first),
            last_version=None if last is None else int(last),
        )
        for result, first, last in rows
    ]


def append_one(command: Append) -> Appended:
    """Record one command, in one call with those that other threads bring at the same time.

    Raises as `append_events` does, and `GameLockedError` where that waited for a lock too long.
    """
    try:
        if command.beside is not None:
            return _append_beside(command, command.beside)
        if command.holders or command.left:
            return append_events([command])[0]  # touches accounts, which others may hold for longer
        appended = _with_others(command)
        return append_events([command])[0] if appended.result is Result.BUSY else appended
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise GameLockedError("Something else holds on to the game.") from None
        raise


def _append_beside(command: Append, beside: Callable[[Append, Appended], None]) -> Appended:
    """Record one command in one transaction with what is written beside it; an error undoes both."""
    with transaction.atomic(durable=True):
        [appended] = _call([command])
        if appended.result is Result.DONE:
            beside(command, appended)
    return appended


_with_others = Combiner(append_events)


def _to_json(command: Append) -> dict[str, Any]:
    after, answers = command.after, command.answers
    written: dict[str, Any] = {
        "game": command.game,
        "expected": command.expected,
        "at": command.at,
        "command": command.command,
        "fingerprint": command.fingerprint,
        "actor": command.actor,
        "key": command.key,
        "events": [
            {
                "type": event.type,
                "schema_version": event.schema_version,
                "seat": event.seat,
                "cause": command.cause,
                "payload": to_payload(event),
            }
            for event in command.events
        ],
        "status": after.status,
        "state": encode_state(after),
        "started_at": after.started_at,
        "finished_at": after.finished_at,
        "decisions": [_decision(timed) for timed in command.decisions],
        "holders": [
            {"id": new.id, "seat": new.seat, "account": new.account} for new in command.holders
        ],
        "leavers": command.left,
    }
    if after.status is not Status.RUNNING or _SEATING.intersection(e.type for e in command.events):
        written["free_seats"] = after.free_seats
    if after.resume_at is not None:
        written["resume_at"] = after.resume_at
    if answers is not None:
        written |= {
            "answer_seat": answers.seat,
            "answer_opened": answers.opened,
            "answer_how": answers.how,
        }
    if command.secret is not None:
        written |= {
            "ruleset": after.ruleset,
            "rules_version": after.rules_version,
            "rated": after.rated,
            "private": after.private,
            "seat_count": after.seat_count,
            "time_control_kind": after.time_control_kind,
            "secret": command.secret.hex(),
        }
    return written


def _decision(timed: Timed) -> dict[str, Any]:
    return {
        "seat": timed.owed.seat,
        "opened": timed.owed.opened,
        "kind": timed.owed.kind,
        "answerer": timed.answerer,
        "opened_at": timed.owed.opened_at,
        "due_at": timed.owed.due_at,
        "not_before": timed.not_before,
    }
