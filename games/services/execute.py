"""The one command path: load, decide, append, announce.

Players, house bots, the clock and moderators all go through `execute`. It takes two round trips:
one SELECT, one call of `append_events`. Whoever loses a race loads again and decides anew, on what
the winner left; what can no longer be done is then refused for the right reason.
"""

import hashlib
import json
import logging
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar
from uuid import UUID, uuid4

from django.conf import settings

from accounts.traces import trace_of
from games import projections, signals
from games.engine.clocks import QuietHours
from games.engine.commits import conclude
from games.engine.events import Cause, Event
from games.engine.game import GameState, Status
from games.engine.seat_events import SeatKind
from games.engine.seats import Seat
from games.engine.time_events import GamePaused, IncidentReported
from games.selectors.game_view import may_watch, owed_decision
from games.services.errors import (
    BusyError,
    IncidentError,
    KeyReusedError,
    RulesNotInstalledError,
    ServiceError,
    UnknownGameError,
)
from games.services.play_errors import NothingDueError
from games.store import append, load
from games.store.append import Answers, NewHolder
from games.store.errors import GameLockedError
from games.store.errors import UnknownGameError as NoSuchRowError
from games.store.load import Loaded, Owner, Recorded
from games.store.planners import Planner

TRIES = 8
"""How often a command is decided anew before the caller is asked to come back."""
_log = logging.getLogger("herdbook.commands")
_jitter = random.SystemRandom()


@dataclass(frozen=True, kw_only=True)
class Decided:
    """What a command wants recorded."""

    events: Sequence[Event]
    answers: Answers | None = None
    holders: Sequence[tuple[NewHolder, Owner]] = ()
    left: Sequence[str] = ()
    beside: Callable[[append.Append, append.Appended], None] | None = None
    """Writes what has to be on disk together with the events, or raises, and nothing is."""

    @property
    def quiet_hours(self) -> dict[Seat, QuietHours | None]:
        """When no deadline of who comes to a seat may fall."""
        return {new.seat: owner.quiet_hours for new, owner in self.holders if new.seat is not None}


@dataclass(frozen=True, kw_only=True)
class Command(ABC):
    """Anything that asks a game to change."""

    game: UUID
    cause: Cause
    account: UUID | None = None
    key: str | None = None
    """The idempotency key, which belongs to game and account."""
    needs_rules: ClassVar[bool] = True
    """Whether it asks the rules anything; without them it is then refused."""

    @property
    def decision(self) -> tuple[Seat, int] | None:
        """The seat and counter of the decision it answers."""
        return None

    @property
    def asked(self) -> tuple[object, ...]:
        """What makes two commands the same, beside their kind."""
        return ()

    @property
    def fingerprint(self) -> str:
        """Equal for two copies of one command, different for any other."""
        text = json.dumps([type(self).__name__, *self.asked])
        return hashlib.sha256(text.encode()).hexdigest()

    def is_sound(self, loaded: Loaded) -> bool:
        """Answer whether the rules must be able to answer it: if not, the game cannot go on.

        Not for what somebody has made up; such a failure is their request's.
        """
        return False

    @abstractmethod
    def decide(self, loaded: Loaded) -> Decided:
        """Return what is to be recorded, or raise a `ServiceError`. Pure."""


@dataclass(frozen=True, kw_only=True)
class Committed:
    """What a command led to: the game now, and the events that were committed with it."""

    game: Loaded
    events: Sequence[Recorded]
    replayed: bool = False


@dataclass(frozen=True, kw_only=True)
class ReportIncident(Command):
    """Pause a game in which a command fails through no fault of whoever sent it."""

    failed: Command
    needs_rules: ClassVar[bool] = False

    def decide(self, loaded: Loaded) -> Decided:
        """Raise `NothingDueError` if it fails no more, `IncidentError` if that is known."""
        pause = loaded.state.pause
        if pause is not None and pause.incident is not None:
            raise IncidentError(pause.incident)
        if loaded.state.status is not Status.RUNNING or not self._fails(loaded):
            raise NothingDueError
        resume_at = loaded.now + settings.HERDBOOK_INCIDENT_PAUSE
        return Decided(
            events=[GamePaused(resume_at=resume_at), IncidentReported(incident=str(uuid4()))]
        )

    def _fails(self, loaded: Loaded) -> bool:
        try:
            concluded(self.failed, loaded)
        except ServiceError:
            return False
        except Exception:  # noqa: BLE001 - whatever it is, it is not a refusal
            return True
        return False


def execute(command: Command, first: Loaded | None = None) -> Committed:
    """Carry a command out, exactly once; a copy of it gets the answer of the first.

    `first` is the game, if it has been read for this command already.

    Raises `ServiceError`, with the game's version and what the asker still owes. Where a sound
    command fails inside, the game is paused and that is an `IncidentError`.
    """
    started = time.monotonic()
    for attempt in range(TRIES):
        if attempt:
            time.sleep(_jitter.uniform(0.001, 0.004) * attempt)
        loaded = first if first is not None and not attempt else _load(command)
        if (replayed := _replay(command, loaded)) is not None:
            return replayed
        try:
            decided, events, after = concluded(command, loaded)
        except ServiceError as refusal:
            raise explain(refusal, loaded, command.account) from None
        except Exception as error:
            incident = _report(command, loaded, error)
            if incident is None:
                raise
            raise incident from None  # what failed may name a card
        lapsed = loaded.state.offered_to - after.offered_to
        appending = append.Append(
            game=command.game,
            expected=loaded.state.version,
            at=loaded.now,
            cause=command.cause,
            events=events,
            after=after,
            decisions=projections.open_decisions(command.game, after),
            fingerprint=command.fingerprint,
            actor=command.account,
            key=command.key,
            answers=decided.answers,
            holders=[holder for holder, _ in decided.holders],
            left=[*decided.left, *sorted(lapsed)],
            beside=decided.beside,
        )
        try:
            appended = append.append_one(appending)
        except GameLockedError:
            # Not tried again: each try would keep this thread waiting for as long.
            _log.warning("game=%s is locked, by a session that does not let go", command.game)
            raise BusyError from None
        if appended.result is append.Result.DONE:
            owners = {**loaded.owners, **{new.id: owner for new, owner in decided.holders}}
            return announce(appending, replace(loaded, state=after, owners=owners), started)
    raise BusyError


def concluded(command: Command, loaded: Loaded) -> tuple[Decided, Sequence[Event], GameState]:
    """Let a command decide; return that, all the events of the commit, and the state after it.

    Changes nothing. Raises `ServiceError`, or what the command raises beside that.
    """
    if command.needs_rules and not loaded.state.rules_installed:
        raise RulesNotInstalledError
    decided = command.decide(loaded)
    quiet_hours = loaded.quiet_hours | decided.quiet_hours
    events, after = conclude(loaded.state, decided.events, loaded.now, quiet_hours)
    return decided, events, after


def announce(appended: append.Append, game: Loaded, started: float) -> Committed:
    """Log a commit, ring the doorbell and return the answer. Nothing here can undo it."""
    _log.info(
        "game=%(game)s events=%(events)s cause=%(cause)s version=%(before)d->%(after)d ms=%(ms).1f",
        {
            "game": str(game.id),
            "events": ",".join(event.type for event in appended.events),
            "cause": str(appended.cause),
            "before": appended.expected,
            "after": game.state.version,
            "ms": round((time.monotonic() - started) * 1000, 3),
        },
    )
    signals.committed.send_robust(sender=None, loaded=game)
    planner = _planner(appended, game) if appended.cause is Cause.PLAN else None
    recorded = [
        Recorded(
            version=appended.expected + place,
            at=appended.at,
            cause=appended.cause,
            command=appended.command,
            event=event,
            planner=planner,
        )
        for place, event in enumerate(appended.events, start=1)
    ]
    return Committed(game=game, events=recorded)


def _planner(appended: append.Append, game: Loaded) -> Planner:
    # Not always of the first event: a pile may have been turned before a card was drawn from it.
    seat = next(event.seat for event in appended.events if event.seat is not None)
    is_bot = game.state.seats[seat].kind is SeatKind.BOT
    return Planner(seat, is_bot=is_bot, is_holder=True)


def _report(command: Command, loaded: Loaded, error: Exception) -> ServiceError | None:
    """Pause the game in which a sound command failed, once; return what its sender is told.

    Returns None if the fault is not the game's, or has gone.
    """
    if not _is_sound(command, loaded):
        return None
    try:
        committed = execute(ReportIncident(game=loaded.id, cause=Cause.SYSTEM, failed=command))
    except IncidentError as known:
        return explain(known, loaded, command.account)
    except ServiceError:
        return None
    pause = committed.game.state.pause
    assert pause is not None and pause.incident is not None, "it has just been recorded"  # noqa: PT018
    _log.error(
        "incident=%s game=%s command=%s failed: %s",
        *(pause.incident, loaded.id, type(command).__name__, trace_of(error)),
    )
    return explain(IncidentError(pause.incident), committed.game, command.account)


def _is_sound(command: Command, loaded: Loaded) -> bool:
    if loaded.state.status is not Status.RUNNING:
        return False
    try:
        return command.is_sound(loaded)
    except Exception:  # noqa: BLE001 - rules that cannot even say what is legal
        return True


def explain(refusal: ServiceError, loaded: Loaded, account: UUID | None) -> ServiceError:
    """Add the game's version and what the asker still owes, unless they may not know the game."""
    if not isinstance(refusal, UnknownGameError):
        refusal.version = loaded.state.version
        refusal.decision = owed_decision(loaded, loaded.seat_of(account))
    return refusal


def _load(command: Command) -> Loaded:
    try:
        return load.game(
            command.game, actor=command.account, key=command.key, decision=command.decision
        )
    except NoSuchRowError:
        raise UnknownGameError from None


def _replay(command: Command, loaded: Loaded) -> Committed | None:
    """Return the first copy's answer, if this command is a copy; raise `KeyReusedError`.

    Who has left a private game since may not know it any more: `UnknownGameError`.
    """
    earlier = loaded.keyed
    if earlier is not None and not may_watch(loaded, command.account):
        raise UnknownGameError
    if earlier is not None and earlier.fingerprint != command.fingerprint:
        raise explain(KeyReusedError(), loaded, command.account)
    if earlier is None:
        earlier = loaded.closing
        mine = command.decision is not None and (
            command.account is None or loaded.seat_of(command.account) == command.decision[0]
        )
        if earlier is None or not mine or earlier.fingerprint != command.fingerprint:
            return None
    events = load.events(
        command.game,
        after=earlier.first_version - 1,
        until=earlier.last_version,
    )
    return Committed(game=loaded, events=events, replayed=True)
