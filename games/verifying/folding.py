"""Folding a stored log into the state, and into what else its commits bring about."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from games.engine.commits import apply_commit
from games.engine.events import Cause, Event
from games.engine.game import GameState
from games.engine.lifecycle import EntropyRevealed, GameCreated
from games.engine.registry import AnyRuleset, find_ruleset
from games.engine.seat_events import (
    InvitationDeclined,
    SeatInvited,
    SeatKind,
    SeatLeft,
    SeatOffered,
    SeatReplaced,
    SeatTaken,
)
from games.engine.time_events import DecisionExpired, ExpiryReason
from games.store.stored import StoredEvent
from games.store.upcasting import from_payload


class MisplacedEventError(Exception):
    """An event that stands where it cannot, or says two things at once."""


class Commit(NamedTuple):
    """One command, as the log has it."""

    command: UUID
    first: int
    """The version of its first event."""
    last: int


class Closed(NamedTuple):
    """A decision that a commit closed, and how."""

    commit: Commit
    how: str


@dataclass(kw_only=True)
class Held:
    """From when to when an opaque id held its seat; None: the creator's, which holds none."""

    seat: int | None
    since: int
    until: int | None = None
    until_cause: Cause | None = None


class Fold:
    """A log folded commit by commit: the state, closed decisions, spans of the holders."""

    def __init__(self) -> None:
        self.state: GameState | None = None
        self.closed: dict[tuple[int, int], Closed] = {}
        """By seat and counter."""
        self.held: dict[str, Held] = {}
        """By opaque id."""
        self.commits: dict[UUID, Commit] = {}
        self.expired_early: list[int] = []
        """Versions of expiries for which there was no reason yet."""
        self._rules: AnyRuleset | None = None

    def add(self, stored: Sequence[StoredEvent]) -> None:
        """Apply the events of one commit.

        Raises `RulesNotInstalledError`, and whatever else an event that cannot be leads to.
        """
        commit = Commit(stored[0].command, stored[0].version, stored[-1].version)
        if commit.command in self.commits:
            raise MisplacedEventError("The events of one command stand together.")
        events = [self._read(one) for one in stored]
        before = {(owed.seat, owed.opened) for owed in self.state.owed} if self.state else set()
        state = apply_commit(self.state, events, stored[0].at)
        if self.state is not None:
            self.expired_early += _expired_early(self.state, stored, events)
        cause = Cause(stored[0].cause)
        for seat, opened in before - {(owed.seat, owed.opened) for owed in state.owed}:
            self.closed[seat, opened] = Closed(commit, _how(state, seat, cause, events))
        for event in events:
            self._hold(event, commit, cause)
        if self.state is not None:
            for holder in self.state.offered_to - state.offered_to:
                self._let_go(self.held[holder], commit, cause)
        self.commits[commit.command] = commit
        self.state = state

    def _read(self, stored: StoredEvent) -> Event:
        event = from_payload(self._rules, stored.type, stored.schema_version, stored.payload)
        if isinstance(event, GameCreated) is not (stored.version == 1):
            raise MisplacedEventError("A log begins with the making of its game, once.")
        if event.seat != stored.seat:
            raise MisplacedEventError("The seat of an event is not that of its payload.")
        if isinstance(event, GameCreated):
            self._rules = find_ruleset(event.ruleset, event.rules_version)
        return event

    def _hold(self, event: Event, commit: Commit, cause: Cause) -> None:
        match event:
            case GameCreated():
                self.held[event.creator] = Held(seat=None, since=commit.last)
            case SeatTaken() | SeatInvited() if event.holder is not None:
                # Who accepts an invitation holds the seat since it was kept.
                self.held.setdefault(event.holder, Held(seat=event.seat, since=commit.last))
            case SeatOffered() if event.holder is not None:
                # Who is offered a seat may know the game, and holds none of it.
                self.held[event.holder] = Held(seat=None, since=commit.last)
            case SeatLeft() | InvitationDeclined() | SeatReplaced():
                for held in self.held.values():
                    if held.seat == event.seat and held.until is None:
                        self._let_go(held, commit, cause)
                if isinstance(event, SeatReplaced) and event.holder is not None:
                    self.held[event.holder] = Held(seat=event.seat, since=commit.last)
            case _:
                pass

    @staticmethod
    def _let_go(held: Held, commit: Commit, cause: Cause) -> None:
        held.until, held.until_cause = commit.last, cause


def _expired_early(
    before: GameState, stored: Sequence[StoredEvent], events: Sequence[Event]
) -> Iterator[int]:
    """Yield the versions of expiries before their time, or for refusals of who is no bot account."""
    for one, event in zip(stored, events, strict=True):
        if not isinstance(event, DecisionExpired):
            continue
        for owed in before.owed:
            if (owed.seat, owed.kind) != (event.seat, event.kind):
                continue
            record = before.seats[owed.seat]
            is_counted = record.kind is SeatKind.BOT and not record.played_by_house
            by_refusals = event.reason is ExpiryReason.REFUSALS
            if not (is_counted if by_refusals else owed.is_due(one.at)):
                yield one.version


def _how(state: GameState, seat: int, cause: Cause, events: Sequence[Event]) -> str:
    """Return how a commit closed a decision of `seat`: by a move, by expiry, or by the way."""
    if any(isinstance(event, DecisionExpired) and event.seat == seat for event in events):
        return "expiry"
    if cause is Cause.EXPIRY:
        return "other"
    if any(isinstance(event, EntropyRevealed) and event.seat == seat for event in events):
        return "move"
    rules = state.game_rules
    moves = (event.move() for event in events if event.seat == seat)
    answers = any(move is not None and not rules.is_free(rules.parse_move(move)) for move in moves)
    return "move" if answers else "other"


def commits(events: Iterable[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """Group a log by command."""
    for _, together in groupby(events, key=lambda event: event.command):
        yield list(together)
