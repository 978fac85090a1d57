"""The clock: decisions that nobody answered in time expire."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import ClassVar
from uuid import UUID

from django.conf import settings

from accounts.traces import trace_of
from games.engine.clocks import OnExpiry
from games.engine.decisions import RACE
from games.engine.endings import give_up
from games.engine.entropy import REVEAL
from games.engine.events import Cause, Event
from games.engine.game import Status
from games.engine.lifecycle import GameExpired
from games.engine.outcome import EndReason, Outcome
from games.engine.owing import Owed
from games.engine.seat_events import SeatAway
from games.engine.seats import Seat
from games.engine.time_events import DecisionExpired, ExpiryReason
from games.services import (
    access,
    dealing,
    house,
    idle_games,
    opening,
    pauses,
    refused_moves,
    vacations,
)
from games.services.errors import ServiceError
from games.services.execute import Command, Decided, execute, explain
from games.services.play_errors import NothingDueError
from games.store import clock, decisions
from games.store.append import Answers
from games.store.load import Loaded

MAX_REFUSALS = 5
"""So many refused moves of a bot account to one decision make it expire (`append_events` too)."""
_log = logging.getLogger("herdbook.clock")


@dataclass(frozen=True, kw_only=True)
class Expire(Command):
    """Expire the first due decision of a game, or one decision whose bot cannot play."""

    refused: tuple[Seat, int] | None = None
    """Seat and counter of a decision with five refusals, whatever its deadline."""
    by: datetime | None = None
    """What was due later waits; None: nothing that is due does."""

    def is_sound(self, loaded: Loaded) -> bool:
        """Answer yes: the clock can always be answered."""
        return True

    def decide(self, loaded: Loaded) -> Decided:
        """Return what the game's time control says; raise `NothingDueError`."""
        if loaded.state.status is not Status.OPEN:
            access.must_run(loaded)
        owed = self._due(loaded)
        reason = ExpiryReason.DEADLINE if self.refused is None else ExpiryReason.REFUSALS
        expired = DecisionExpired(seat=owed.seat, kind=owed.kind, reason=reason)
        answers = Answers(seat=owed.seat, opened=owed.opened, how="expiry")
        if owed.kind == REVEAL:
            return Decided(events=opening.started_by(loaded, [expired]), answers=answers)
        return Decided(events=[expired, *_consequences(loaded, owed, expired)], answers=answers)

    def _due(self, loaded: Loaded) -> Owed:
        for owed in loaded.state.owed:
            if self.refused is None and owed.is_due(min(loaded.now, self.by or loaded.now)):
                return owed
            if self.refused == (owed.seat, owed.opened):
                return owed
        raise NothingDueError


def _consequences(loaded: Loaded, owed: Owed, expired: DecisionExpired) -> list[Event]:
    """Return what follows an expiry: the default move, a stand-in, or a forfeit."""
    game, record = loaded.state, loaded.state.seats[owed.seat]
    stand_in = house.stand_in(game.ruleset)
    if owed.kind != RACE and not record.played_by_house:
        policy = game.time_control.on_expiry
        misses = record.missed + expired.counts_as_missed
        if policy is OnExpiry.FORFEIT:
            return give_up(game, owed.seat, strategy=stand_in, reason=EndReason.EXPIRY)
        if policy is OnExpiry.HOUSE_BOT and stand_in is not None:
            return [SeatAway(seat=owed.seat, strategy=stand_in)]
        if policy is OnExpiry.DEFAULT_MOVE and misses >= settings.HERDBOOK_MISSED_DECISIONS:
            # Without a strategy the default move is made at once, whenever the seat owes one.
            return [SeatAway(seat=owed.seat, strategy=stand_in)]
    default = game.game_rules.default_move(game.rules_state, owed.seat)
    return dealing.decide(loaded, owed.seat, default)


def expire_game(game: UUID, *, by: datetime | None = None) -> int:
    """Expire all that is due in one game, one command at a time; return how many it were.

    `by`: only what was due by then.
    """
    expired = 0
    while True:
        try:
            execute(Expire(game=game, cause=Cause.EXPIRY, by=by))
        except ServiceError:
            return expired  # nothing is due, the game is over, or others were faster
        expired += 1


@dataclass(frozen=True, kw_only=True)
class ExpireOpenGame(Command):
    """Close a game that never started and about which nobody did anything for too long."""

    needs_rules: ClassVar[bool] = False

    def decide(self, loaded: Loaded) -> Decided:
        """Raise `NothingDueError` unless it has been idle for the configured time."""
        idle = loaded.now - loaded.state.last_at
        if loaded.state.status is not Status.OPEN or idle < settings.HERDBOOK_OPEN_GAME_LIFE:
            raise NothingDueError
        outcome = Outcome.of_nobody(scores=loaded.state.scores(), reason=EndReason.EXPIRY)
        return Decided(events=[GameExpired(outcome=outcome)])


def expire_open_game(game: UUID) -> int:
    """Close an open game if it has been idle for too long; return 1 if it was closed, else 0."""
    try:
        execute(ExpireOpenGame(game=game, cause=Cause.EXPIRY))
    except ServiceError:
        return 0  # somebody sat down meanwhile, or another sweep was faster
    return 1


def sweep() -> int:
    """Expire all that is due in all games; safe to run anywhere, at any time, many times over.

    First vacations stop clocks and pauses end, so that nothing expires which should not: neither
    what falls due while that is seen to, nor what has still to hear of a vacation.

    Returns how many decisions and idle games were seen to. A game that cannot be handled is logged
    and does not keep the others waiting.
    """
    now = clock.now()
    unheard = vacations.sweep(now)
    pauses.sweep()
    due = (game for game in decisions.due_games(by=now) if game not in unheard)
    never_begun = decisions.idle_open_games(settings.HERDBOOK_OPEN_GAME_LIFE)
    resting = decisions.idle_untimed_games(settings.HERDBOOK_IDLE_GAME_LIFE)
    return (
        sum(_expire_each(due, partial(expire_game, by=now)))
        + sum(_expire_each(never_begun, expire_open_game))
        + sum(_expire_each(resting, idle_games.tend))
    )


def _expire_each(games: Iterable[UUID], expire: Callable[[UUID], int]) -> Iterator[int]:
    for game in games:
        try:
            yield expire(game)
        except Exception as error:  # noqa: BLE001 - one broken game must not stop the others' clock
            _log.error("game=%s could not be expired: %s", game, trace_of(error))


def count_refusal(
    game: UUID, seat: Seat, opened: int, *, account: UUID, move: str, refusal: ServiceError
) -> None:
    """Count a refused move of a bot account; at the fifth, expire the decision.

    `refusal` then says what is true after that: nothing is owed any more.
    """
    refusals = refused_moves.count(
        game, seat, opened, account=account, move=move, code=refusal.code, most=MAX_REFUSALS
    )
    if refusals < MAX_REFUSALS:
        return
    try:
        committed = execute(replace(Expire(game=game, cause=Cause.EXPIRY), refused=(seat, opened)))
    except ServiceError:
        return  # something else closed the decision meanwhile
    explain(refusal, committed.game, account)
