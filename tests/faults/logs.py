"""The log as the checks walk over it: commits in order, the state after each, what they closed.

Nothing here asks a server; `reading` makes these values from the database, the tests of the
checks make them from games that they play themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from games.engine.commits import apply_commit
from games.engine.events import Cause, Event
from games.engine.game import GameState
from games.engine.owing import Owed
from games.engine.seats import Seat

Named = tuple[Seat, int]
"""A decision within its game: the seat and its counter."""


@dataclass(frozen=True, kw_only=True)
class Commit:
    """The events that one command wrote."""

    command: str
    first: int
    """The version of the first event."""
    at: datetime
    committed: datetime | None
    """When the database committed it; None if it does not know."""
    cause: Cause
    events: tuple[Event, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.events) - 1

    def move_of(self, seat: Seat) -> str | None:
        """Return the first move of a seat that it records."""
        moves = (event.move() for event in self.events if event.seat == seat)
        return next((text for text in moves if text is not None), None)


@dataclass(frozen=True)
class Span:
    """What a closing or a key stands for."""

    how: str | None
    first: int
    last: int


@dataclass(frozen=True, kw_only=True)
class GameLog:
    """One game."""

    id: str
    ruleset: str
    commits: Sequence[Commit]
    closings: Mapping[Named, Span]
    keys: Mapping[str, Span]
    """By idempotency key; clients of a run never share one."""

    @property
    def last(self) -> int:
        return self.commits[-1].last if self.commits else 0

    @cached_property
    def states(self) -> dict[int, GameState]:
        """The state after each commit, by version: all that anybody can ever be shown.

        A log that does not fold has none from there on.
        """
        states: dict[int, GameState] = {}
        state: GameState | None = None
        for commit in self.commits:
            try:
                state = apply_commit(state, commit.events, commit.at)
            except Exception:  # noqa: BLE001 - rules never refuse an event that happened
                return states
            states[commit.last] = state
        return states

    @property
    def folded(self) -> list[Commit]:
        """The commits up to where the log folds."""
        return list(self.commits[: len(self.states)])

    @cached_property
    def events(self) -> dict[int, tuple[Commit, Event]]:
        """Each event with its commit, by version."""
        return {
            commit.first + place: (commit, event)
            for commit in self.commits
            for place, event in enumerate(commit.events)
        }

    @cached_property
    def by_first(self) -> dict[int, Commit]:
        """Each commit, by the version of its first event."""
        return {commit.first: commit for commit in self.commits}

    def closing_move(self, named: Named) -> str | None:
        """Return the move that closed a decision, or None if no move did."""
        closing = self.closings.get(named)
        if closing is None or closing.how != "move":
            return None
        commit = self.by_first.get(closing.first)
        return commit.move_of(named[0]) if commit is not None else None

    def lives(self) -> Iterator["Life"]:
        """Yield every decision there was, with its beginning and its end."""
        open_ones: dict[Named, Life] = {}
        for commit in self.folded:
            state = self.states[commit.last]
            owed = {(one.seat, one.opened): one for one in state.owed}
            for named in [named for named in open_ones if named not in owed]:
                yield open_ones.pop(named).ended(commit, self.closings.get(named))
            for named, one in owed.items():
                house = state.seats[one.seat].played_by_house
                open_ones.setdefault(named, Life(one, house))
        yield from open_ones.values()


@dataclass(frozen=True)
class Life:
    """One decision from its beginning to its end."""

    owed: Owed
    by_house: bool
    end: Commit | None = None
    closing: Span | None = None

    @property
    def named(self) -> Named:
        return self.owed.seat, self.owed.opened

    def ended(self, commit: Commit, closing: Span | None) -> "Life":
        return Life(self.owed, self.by_house, commit, closing)
