"""Games without deadlines in which nobody moves: they ask, and are broken off if nobody answers."""

from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID

from django.conf import settings

from games.engine.clocks import Untimed
from games.engine.endings import broken_off
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.time_events import IdleNoticed
from games.services.errors import ServiceError
from games.services.execute import Command, Decided, execute
from games.services.play_errors import NothingDueError
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class TendIdleGame(Command):
    """Ask, after the configured time, whether a game is still played; after as much again end it.

    Whatever happens in the game is an answer.
    """

    needs_rules: ClassVar[bool] = False

    def decide(self, loaded: Loaded) -> Decided:
        """Raise `NothingDueError` unless nothing has happened for the configured time."""
        state, life = loaded.state, settings.HERDBOOK_IDLE_GAME_LIFE
        is_idle = loaded.now - state.last_at >= life and isinstance(state.time_control, Untimed)
        if state.status is not Status.RUNNING or not is_idle:
            raise NothingDueError
        if state.closes_at is None:
            return Decided(events=[IdleNoticed(closes_at=loaded.now + life)])
        if loaded.now < state.closes_at:  # it was promised when the setting was another
            raise NothingDueError
        return Decided(events=[broken_off(state)])


def tend(game: UUID) -> int:
    """Ask or end a game that has been idle for too long; return 1 if something was done, else 0."""
    try:
        execute(TendIdleGame(game=game, cause=Cause.EXPIRY))
    except ServiceError:
        return 0  # somebody moved meanwhile, or another sweep was faster
    return 1
