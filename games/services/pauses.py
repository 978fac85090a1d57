"""Letting a game rest: nobody can move and no clock runs until it is resumed."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar
from uuid import UUID

from accounts.traces import trace_of
from games.engine.events import Cause
from games.engine.game import Pause, Status
from games.engine.time_events import GamePaused, GameResumed
from games.services import access
from games.services.askers import Asker
from games.services.errors import BadRequestValueError, ServiceError
from games.services.execute import Command, Committed, Decided, execute
from games.services.play_errors import (
    NothingDueError,
    NotPausedError,
    NotYourPauseError,
    PauseBudgetError,
)
from games.store import paused_games
from games.store.load import Loaded

SHORTEST = timedelta(minutes=1)
"""A pause that would end before is none."""
USUAL = timedelta(days=1)
"""How long a pause lasts whose end nobody named, if the budget allows."""
_log = logging.getLogger("herdbook.clock")


@dataclass(frozen=True, kw_only=True)
class PauseGame(Command):
    """Pause a running game, out of the budget of its time control."""

    resume_at: datetime | None
    """When it goes on by itself; None: after a day, or when the budget is used up."""

    @property
    def asked(self) -> tuple[object, ...]:
        """Until when."""
        return (None if self.resume_at is None else self.resume_at.isoformat(),)

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse what has no budget left, or not enough for so long."""
        seat = access.find_seat(loaded, self.account)
        access.must_run(loaded)
        access.must_not_have_resigned(loaded, seat)
        left = loaded.state.pause_left(seat)
        length = min(USUAL, left) if self.resume_at is None else self.resume_at - loaded.now
        if self.resume_at is not None and length < SHORTEST:
            raise BadRequestValueError("A pause lasts a minute at least.", "/resume_at")
        if length > left or left < SHORTEST:
            raise PauseBudgetError(left)
        return Decided(events=[GamePaused(seat=seat, resume_at=loaded.now + length)])


@dataclass(frozen=True, kw_only=True)
class ResumeGame(Command):
    """Let a paused game go on, by who paused it."""

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse to everybody else: they can wait, for every pause ends by itself."""
        seat = access.find_seat(loaded, self.account)
        pause = _must_be_paused(loaded)
        if pause.seat != seat:
            raise NotYourPauseError
        return Decided(events=[GameResumed(seat=seat)])


@dataclass(frozen=True, kw_only=True)
class ResumeDue(Command):
    """Let a paused game go on whose time has come."""

    needs_rules: ClassVar[bool] = False

    def decide(self, loaded: Loaded) -> Decided:
        """Raise `NothingDueError` before that."""
        if _must_be_paused(loaded).resume_at > loaded.now:
            raise NothingDueError
        return Decided(events=[GameResumed()])


@dataclass(frozen=True, kw_only=True)
class ResumeByOrder(Command):
    """Let a paused game go on because who runs the server says so."""

    needs_rules: ClassVar[bool] = False

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse unless it is paused."""
        _must_be_paused(loaded)
        return Decided(events=[GameResumed()])


def _must_be_paused(loaded: Loaded) -> Pause:
    """Return the pause that goes on; raise `NotPausedError`, or what is wrong beside that."""
    access.must_be_in_play(loaded)
    pause = loaded.state.pause
    if loaded.state.status is not Status.PAUSED or pause is None:
        raise NotPausedError
    return pause


def pause_game(
    *, game: UUID, asker: Asker, resume_at: datetime | None = None, key: str | None = None
) -> Committed:
    """Pause a game; raise `ServiceError`."""
    return execute(
        PauseGame(game=game, account=asker.account, cause=asker.cause, key=key, resume_at=resume_at)
    )


def resume_game(*, game: UUID, asker: Asker, key: str | None = None) -> Committed:
    """Let a game go on that the asker has paused; raise `ServiceError`."""
    return execute(ResumeGame(game=game, account=asker.account, cause=asker.cause, key=key))


def resume_by_order(game: UUID) -> Committed:
    """Let a game go on, whoever paused it; raise `ServiceError`."""
    return execute(ResumeByOrder(game=game, cause=Cause.MODERATOR))


def resume_due(game: UUID) -> int:
    """Let a game go on if its time has come; return 1 if it was resumed, else 0."""
    try:
        execute(ResumeDue(game=game, cause=Cause.SYSTEM))
    except ServiceError:
        return 0  # another sweep was faster, or its player
    return 1


def sweep() -> int:
    """Let all games go on whose time has come; safe to run anywhere, many times over.

    Returns how many were resumed. One that cannot be is logged and keeps no other waiting.
    """
    resumed = 0
    for game in paused_games.due():
        try:
            resumed += resume_due(game)
        except Exception as error:  # noqa: BLE001 - one broken game must not keep the others paused
            _log.error("game=%s could not be resumed: %s", game, trace_of(error))
    return resumed
