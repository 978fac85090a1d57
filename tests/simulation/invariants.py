"""What must be true of every clock, held against the log of a game, commit by commit (S29, S31)."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from games.engine import seat_events, time_events, undo_events
from games.engine.commits import apply_commit
from games.engine.decisions import RACE
from games.engine.events import Cause
from games.engine.game import GameState, Status
from games.engine.owing import Owed
from games.engine.seats import Seat
from games.store.load import Recorded
from tests.simulation.people import Player
from tests.simulation.reckoning import (
    Span,
    is_quiet,
    left_on_clock,
    time_promised,
    time_run,
    weekends,
)
from tests.simulation.tables import Played

_BY_PLAYERS = {Cause.PLAYER, Cause.BOT, Cause.PLAN}


@dataclass(frozen=True)
class Asked:
    """A decision that was somebody's, not the house's."""

    account: UUID
    seat: int
    opened: int
    opened_at: datetime
    closed_at: datetime


@dataclass
class Walk:
    """One game, from its first commit to its last."""

    played: Played
    sweeps: Sequence[datetime]
    faults: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    expired: int = 0
    charges: int = 0
    _stops: dict[int, list[Span]] = field(default_factory=dict)
    """Per seat the vacations, and under -1 the pauses of the game."""
    _pause_since: datetime | None = None
    _left: dict[tuple[object, ...], timedelta] = field(default_factory=dict)
    """What each decision had left when the game was paused."""
    _vacation: dict[int, Span] = field(default_factory=dict)
    _due: dict[tuple[object, ...], datetime] = field(default_factory=dict)
    """The last deadline that each decision had."""
    _expired: set[tuple[int, int]] = field(default_factory=set)
    _outages: dict[tuple[object, ...], Span] = field(default_factory=dict)
    """By decision, the outage that it fell into."""
    _given: set[tuple[object, ...]] = field(default_factory=set)
    """The decisions to which an event gave more than the time control does."""
    _holders: list[Player] = field(default_factory=list)

    def run(self, events: Iterable[Recorded]) -> GameState:
        """Walk over the whole log; return the state at its end."""
        state: GameState | None = None
        self._holders = list(self.played.first)
        for _, together in groupby(events, lambda one: one.command):
            commit = list(together)
            after = apply_commit(state, [one.event for one in commit], commit[0].at)
            if state is not None:
                self._check(state, after, commit)
            state = after
        assert state is not None, "a log holds at least one commit"
        if not state.status.is_over:
            self._say(state, f"it is {state.status} in the end")
        return state

    def _check(self, before: GameState, after: GameState, commit: Sequence[Recorded]) -> None:
        at = commit[0].at
        self._expiries(before, commit)
        self._answers(before, after, commit)
        still = {owed.key for owed in after.owed}
        self.asked += [
            Asked(
                self._holders[owed.seat].asker.account, owed.seat, owed.opened, owed.opened_at, at
            )
            for owed in before.owed
            if owed.key not in still and not before.seats[owed.seat].played_by_house
        ]
        self._note_stops(before, after, commit)
        self._clocks(before, after, commit)
        self._misses(before, after, commit)
        for owed in after.owed:
            if owed.due_at is not None:
                self._deadline(after, owed)
        if before.status is Status.PAUSED and after.status is Status.RUNNING:
            self._resumed(before, after, commit)
        self._due |= {owed.key: owed.due_at for owed in after.owed if owed.due_at is not None}

    def _expiries(self, before: GameState, commit: Sequence[Recorded]) -> None:
        at = commit[0].at
        for event in (one.event for one in commit):
            if not isinstance(event, time_events.DecisionExpired):
                continue
            self.expired += 1
            assert event.seat is not None, "the seat that owed it"
            owed = before.owed_by(event.seat)
            if owed is None or owed.due_at is None or owed.due_at > at:
                self._say(before, f"a decision of seat {event.seat} expired before its deadline")
                continue
            if (owed.seat, owed.opened) in self._expired:
                self._say(before, f"decision {owed.opened} of seat {owed.seat} expired twice")
            self._expired.add((owed.seat, owed.opened))
            first = bisect_left(self.sweeps, owed.due_at)
            missed = [one for one in self.sweeps[first:] if before.last_at < one < at]
            if missed:
                self._say(before, f"a sweep at {missed[0]} left what was due at {owed.due_at}")
            record, player = before.seats[owed.seat], self._holders[owed.seat]
            counts = before.time_control.vacation and not record.played_by_house
            if counts and player.is_on_vacation(at):
                self._say(before, f"a decision of seat {owed.seat} expired on vacation")

    def _answers(self, before: GameState, after: GameState, commit: Sequence[Recorded]) -> None:
        """No answer of a player closes a decision whose deadline has passed."""
        still = {owed.key for owed in after.owed}
        by_players = commit[0].cause in _BY_PLAYERS
        movers = {one.event.seat for one in commit if one.event.move() is not None}
        for owed in before.owed:
            if by_players and owed.seat in movers and owed.key not in still:
                record = before.seats[owed.seat]
                if owed.is_due(commit[0].at) and owed.kind != RACE and not record.played_by_house:
                    self._say(before, f"decision {owed.opened} was answered too late")

    def _replace(self, seat: int) -> None:
        """Another holder brings neither the vacation nor the nights of the one before."""
        followed = sum(one is self._holders[seat] for one in self.played.successors.get(seat, ()))
        place = self.played.successors[seat].index(self._holders[seat]) + 1 if followed else 0
        self._holders[seat] = self.played.successors[seat][place]
        self._vacation.pop(seat, None)

    def _note_given(self, owed: Owed | None, event: time_events.DeadlineMoved) -> None:
        if owed is None:
            return
        self._given.add(owed.key)
        if event.stopped_from is not None and event.stopped_until is not None:
            self._outages[owed.key] = event.stopped_from, event.stopped_until

    def _note_stops(self, before: GameState, after: GameState, commit: Sequence[Recorded]) -> None:
        at = commit[0].at
        for event in (one.event for one in commit):
            match event:
                case time_events.GamePaused():
                    self._pause_since = at
                    self._left = {
                        owed.key: time_run(
                            at,
                            self._due[owed.key],
                            self._vacations(owed.seat),
                            before.time_control.weekend_pause,
                        )
                        for owed in before.owed
                        if owed.key in self._due
                    }
                case time_events.GameResumed() if self._pause_since is not None:
                    self._stops.setdefault(-1, []).append((self._pause_since, at))
                    self._pause_since = None
                case time_events.VacationStarted(seat=int() as seat, since=since, until=until):
                    self._vacation[seat] = since, until
                case time_events.VacationEnded(seat=int() as seat):
                    since, until = self._vacation.pop(seat)
                    self._stops.setdefault(seat, []).append((since, min(until, at)))
                case time_events.DeadlineMoved(seat=int() as seat):
                    self._note_given(after.owed_by(Seat(seat)), event)
                case seat_events.SeatReplaced(seat=int() as seat):
                    self._replace(seat)
                case _:
                    pass

    def _stops_of(self, owed: Owed, at: datetime) -> list[Span]:
        stops = [*self._stops.get(-1, ()), *self._vacations(owed.seat)]
        if owed.key in self._outages:
            stops.append(self._outages[owed.key])
        if self._pause_since is not None:
            stops.append((self._pause_since, at))
        return stops

    def _clocks(self, before: GameState, after: GameState, commit: Sequence[Recorded]) -> None:
        """Every clock has lost what its seat owed, to the microsecond, and nothing else (S31)."""
        at, control = commit[0].at, before.time_control
        expected = {
            seat: record.clock
            for seat, record in enumerate(before.seats)
            if record.clock is not None
        }
        still = {owed.key for owed in after.owed}
        is_undone = any(isinstance(one.event, undo_events.MoveUndone) for one in commit)
        for owed in before.owed:
            clock = expected.get(owed.seat)
            was_house = before.seats[owed.seat].played_by_house
            if clock is None or owed.key in still or owed.kind == RACE or was_house:
                continue
            stops = self._stops_of(owed, at)
            used = time_run(owed.opened_at, at, stops, control.weekend_pause)
            left = left_on_clock(control, clock, used)
            expected[owed.seat] = min(left, clock) if is_undone else left
            self.charges += 1
        for seat, clock in expected.items():
            if after.seats[seat].clock != clock:
                told = f"seat {seat} has {after.seats[seat].clock} left, not {clock}"
                self._say(after, told)

    def _misses(self, before: GameState, after: GameState, commit: Sequence[Recorded]) -> None:
        """Only a move of its own, or another holder, lets what a seat has missed be forgotten."""
        moved = {
            one.event.seat
            for one in commit
            if one.event.move() is not None or isinstance(one.event, seat_events.SeatReplaced)
        }
        for seat, record in enumerate(after.seats):
            if record.missed < before.seats[seat].missed and seat not in moved:
                self._say(after, f"what seat {seat} has missed is forgotten")

    def _deadline(self, game: GameState, owed: Owed) -> None:
        control, record = game.time_control, game.seats[owed.seat]
        due_at = owed.due_at
        if due_at is None or self._due.get(owed.key) == due_at:
            return
        for since, until in weekends(control.weekend_pause, due_at, due_at):
            if since < due_at < until:
                self._say(game, f"the deadline {due_at} is at a weekend")
        if record.played_by_house:
            return
        self._has_its_time(game, owed, due_at)
        hours = self._holders[owed.seat].asker.quiet_hours
        if control.quiet_hours and hours is not None and is_quiet(hours, due_at):
            self._say(game, f"the deadline {due_at} falls into quiet hours")

    def _has_its_time(self, game: GameState, owed: Owed, due_at: datetime) -> None:
        """What the time control says, a race its whole window (S35); an event can give more."""
        control, clock = game.time_control, game.seats[owed.seat].clock
        promised = time_promised(control, None if owed.kind == RACE else clock)
        length = time_run(
            owed.opened_at, due_at, self._stops_of(owed, due_at), control.weekend_pause
        )
        has_more = length > promised and owed.key not in self._given
        if length < promised or has_more:
            self._say(game, f"a {owed.kind} has {length} instead of {promised}")

    def _resumed(self, before: GameState, after: GameState, commit: Sequence[Recorded]) -> None:
        """A pause gives no time back: what was left before is left after it."""
        at, zone = commit[0].at, after.time_control.weekend_pause
        moved = {one.event.seat for one in commit if one.event.type == "DeadlineMoved"}
        for owed in after.owed:
            had = self._left.get(owed.key)
            if had is None or owed.due_at is None or owed.seat in moved:
                continue
            has = time_run(at, owed.due_at, self._vacations(owed.seat), zone)
            if had != has:
                self._say(after, f"seat {owed.seat} had {had} left before a pause, and {has} after")

    def _vacations(self, seat: int) -> list[Span]:
        running = [self._vacation[seat]] if seat in self._vacation else []
        return [*self._stops.get(seat, ()), *running]

    def _say(self, game: GameState, text: str) -> None:
        self.faults.append(f"game {self.played.game}, version {game.version}: {text}")
