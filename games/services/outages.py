"""Outages: what the operator records of them moves every deadline that fell into one.

A deadline that was moved lies behind the outage, so that it is moved once, however often the same
outage is recorded and wherever that was interrupted.
"""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from games.engine import clocks
from games.engine.entropy import REVEAL
from games.engine.events import Cause, Event
from games.engine.time_events import DeadlineMoved, IdleNoticed, MoveReason
from games.models import Outage
from games.services import access
from games.services.errors import BadRequestValueError, ServiceError
from games.services.execute import Command, Decided, execute
from games.services.play_errors import NothingDueError
from games.store import clock, decisions
from games.store.load import Loaded

LONGEST = timedelta(days=90)
"""More is taken to be a mistake in the dates."""


@dataclass(frozen=True, kw_only=True)
class MoveDeadlines(Command):
    """Move the deadlines of one game that fell into an outage; its time is charged to no clock.

    A game without deadlines that would have been broken off in it is asked anew.
    """

    needs_rules: ClassVar[bool] = False
    began_at: datetime
    ended_at: datetime
    grace: timedelta

    def decide(self, loaded: Loaded) -> Decided:
        """Raise `NothingDueError` if none did."""
        access.must_run(loaded)
        control, later = loaded.state.time_control, self.ended_at - self.began_at + self.grace
        closes_at = loaded.state.closes_at
        events: list[Event] = [
            DeadlineMoved(
                seat=owed.seat,
                due_at=clocks.put_off(control, owed.due_at, later),
                reason=MoveReason.OUTAGE,
                stopped_from=max(self.began_at, owed.opened_at),
                stopped_until=max(self.ended_at, owed.opened_at),
            )
            for owed in loaded.state.owed
            if owed.due_at is not None and owed.kind != REVEAL and self._has_hit(owed.due_at)
        ]
        if closes_at is not None and self._has_hit(closes_at):
            events.append(IdleNoticed(closes_at=loaded.now + settings.HERDBOOK_IDLE_GAME_LIFE))
        if not events:
            raise NothingDueError
        return Decided(events=events)

    def _has_hit(self, due_at: datetime) -> bool:
        return self.began_at <= due_at <= self.ended_at


def record_outage(began_at: datetime, ended_at: datetime, *, grace: timedelta) -> Outage:
    """Record an outage once; the same one again is the one that was recorded.

    Raises `BadRequestValueError` for one that lies ahead, is no time at all or a very long one, or
    touches another one.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE outage IN SHARE ROW EXCLUSIVE MODE")
        check_outage(began_at, ended_at)
        return Outage.objects.get_or_create(
            began_at=began_at,
            ended_at=ended_at,
            defaults={"grace": grace, "recorded_at": clock.now()},
        )[0]


def check_outage(began_at: datetime, ended_at: datetime) -> None:
    """Raise `BadRequestValueError` unless there can have been such an outage."""
    if began_at >= ended_at:
        raise BadRequestValueError("An outage ends after it began.")
    if ended_at - began_at > LONGEST:
        raise BadRequestValueError(f"That is longer than {LONGEST.days} days: look at the dates.")
    if ended_at > clock.now():
        raise BadRequestValueError("It is not over yet.")
    others = Outage.objects.exclude(began_at=began_at, ended_at=ended_at)
    for other in others.filter(began_at__lte=ended_at, ended_at__gte=began_at):
        raise BadRequestValueError(f"It touches another one that was recorded: {other}.")


def games_hit(began_at: datetime, ended_at: datetime) -> list[UUID]:
    """Return the games with a deadline that fell into an outage and has not been moved."""
    return [
        *decisions.games_due_between(began_at, ended_at),
        *decisions.untimed_games_closing(began_at, ended_at),
    ]


def move_deadlines(outage: Outage, games: list[UUID]) -> Generator[int, None, None]:
    """Move the deadlines of these games, one after the other; yield how many each had."""
    for game in games:
        try:
            committed = execute(
                MoveDeadlines(
                    game=game,
                    cause=Cause.SYSTEM,
                    began_at=outage.began_at,
                    ended_at=outage.ended_at,
                    grace=outage.grace,
                )
            )
        except ServiceError:
            yield 0  # it has ended, rests, or its decisions are closed
        else:
            moved = (one.event for one in committed.events)
            yield sum(
                isinstance(event, IdleNoticed)
                or (isinstance(event, DeadlineMoved) and event.reason is MoveReason.OUTAGE)
                for event in moved
            )
