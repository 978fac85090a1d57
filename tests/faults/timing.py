"""Whether the house moved and decisions expired when they should have."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.game import GameState
from games.engine.seats import Seat
from games.engine.time_events import DecisionExpired, ExpiryReason
from tests.faults.findings import Finding
from tests.faults.logs import GameLog, Life
from tests.faults.windows import Window, latest

TOLERANCE = 1.0
"""Seconds between the look at the clock, under the lock of the game, and the commit."""


@dataclass
class Slowest:
    """The longest that anybody had to wait."""

    house: float = 0.0
    expiry: float = 0.0


def check(
    logs: Mapping[str, GameLog],
    windows: Sequence[Window],
    *,
    until: datetime,
    clock_offset: float,
    slowest: Slowest,
) -> Iterator[Finding]:
    """Yield what came too early, too late or twice.

    `until` is when the log was read. `clock_offset` is what the time of day is ahead of the clock
    of the windows.
    """
    for log in logs.values():
        for life in log.lives():
            yield from _life(log, life, windows, until, clock_offset, slowest)
        yield from _expiries(log)


def _life(
    log: GameLog,
    life: Life,
    windows: Sequence[Window],
    until: datetime,
    clock_offset: float,
    slowest: Slowest,
) -> Iterator[Finding]:
    ended = (life.end.committed or life.end.at) if life.end is not None else until
    what = f"{life.owed.kind} {life.named}"
    assert life.owed.due_at is not None
    due = life.owed.due_at.timestamp() - clock_offset
    end = ended.timestamp() - clock_offset
    if life.by_house:
        opened = life.owed.opened_at.timestamp() - clock_offset
        slowest.house = max(slowest.house, end - opened)
        if end > latest(windows, opened):
            yield Finding("house-slow", log.id, f"{what} took {end - opened:.1f} s")
    if end > due:
        slowest.expiry = max(slowest.expiry, end - due)
        if end > latest(windows, due):
            yield Finding("overdue", log.id, f"{what}, {end - due:.1f} s after its deadline")
    how = life.closing.how if life.closing is not None else None
    if how == "move" and end > due + TOLERANCE:
        yield Finding("late", log.id, f"{what}: a move {end - due:.1f} s after the deadline")
    if how == "expiry" and _by_deadline(life) and end < due:
        yield Finding("early", log.id, f"{what} expired {due - end:.1f} s before its deadline")


def _by_deadline(life: Life) -> bool:
    assert life.end is not None
    first = life.end.events[0]
    return isinstance(first, DecisionExpired) and first.reason is ExpiryReason.DEADLINE


def _expiries(log: GameLog) -> Iterator[Finding]:
    """Each expiry is that of a decision which was open until then."""
    before: GameState | None = None
    for commit in log.folded:
        for event in commit.events:
            if isinstance(event, DecisionExpired) and not _was_owed(before, event):
                text = f"version {commit.first}: seat {event.seat} owed no {event.kind}"
                yield Finding("expired-twice", log.id, text)
        before = log.states[commit.last]


def _was_owed(before: GameState | None, event: DecisionExpired) -> bool:
    seat = Seat(event.seat) if event.seat is not None else None
    owed = before.owed_by(seat) if before is not None and seat is not None else None
    return owed is not None and owed.kind == event.kind
