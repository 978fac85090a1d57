"""From the log of a game that is over to the signs in it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from math import log2
from typing import Any, NamedTuple, TypeAlias

import msgspec

from games.engine.commits import apply_commit
from games.engine.events import Cause, Event
from games.engine.game import GameState
from games.engine.owing import Owed
from games.engine.seats import Seat
from games.engine.signs.witness import Kind, Sign, Witness

_Key: TypeAlias = tuple[Seat, str, int]
_OWN = frozenset({Cause.PLAYER, Cause.BOT})
"""Of moves that somebody has chosen; standing orders have seen no hand but their own."""
_LIVE = timedelta(minutes=10)
"""Whoever has no longer to answer sits before the game."""


class Commit(NamedTuple):
    """Events that were recorded together."""

    first: int
    """The version of the first."""
    at: datetime
    cause: Cause
    events: Sequence[Event]


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A sign, and where in the game it stands."""

    version: int
    """Of the move; before it, at `version` - 1, one sees what the seat could choose from."""
    seat: Seat
    scope: str
    """With which others it can be compared."""
    sign: Sign


def read(commits: Iterable[Commit]) -> Iterator[Found]:
    """Yield the signs of a game, in order; those of and towards seats that the house plays left out.

    Raises `RulesNotInstalledError` for a game whose rules this release has not got.
    """
    reader = _Reader()
    for commit in commits:
        yield from reader.before(commit)
        reader.apply(commit)


class _Reader:
    """A game as far as it was read."""

    def __init__(self) -> None:
        self._state: GameState | None = None
        self._witness: Witness[Any, Any] = Witness()
        self._opened_by: dict[_Key, Seat] = {}
        """Of each decision, the seat after whose move it arose."""

    def before(self, commit: Commit) -> Iterator[Found]:
        """Yield the signs of the move in a commit, judged by the state before it."""
        state = self._state
        if state is None or state.rules is None or commit.cause not in _OWN:
            return
        for version, event in enumerate(commit.events, start=commit.first):
            text, seat = event.move(), event.seat
            if text is None or seat is None or not _is_played(state, seat):
                continue
            for scope, sign in self._signs(state, commit, seat, text):
                if _is_played(state, sign.towards):
                    yield Found(version=version, seat=seat, scope=scope, sign=sign)
            return

    def _signs(
        self, state: GameState, commit: Commit, seat: Seat, text: str
    ) -> Iterator[tuple[str, Sign]]:
        rules = state.game_rules
        move = rules.parse_move(text)
        if move in rules.legal_moves(state.rules_state, seat):
            scope = f"{state.ruleset}, {state.seat_count} seats"
            for sign in self._witness.signs_of(state.rules_state, seat, move):
                yield scope, sign
        owed = state.owed_by(seat)
        if owed is not None and commit.cause is Cause.PLAYER and not rules.is_free(move):
            opener = self._opened_by.get(owed.key)
            if opener is not None and opener != seat:
                waited = max(0.0, (commit.at - owed.running_since).total_seconds())
                yield _pace(owed), Sign(Kind.QUICK, opener, round(-log2(1 + waited), 4))

    def apply(self, commit: Commit) -> None:
        """Go on to the state after a commit."""
        before = self._state
        after = apply_commit(before, commit.events, commit.at)
        if before is None:
            self._witness = after.game_rules.witness()
        for event in commit.events:
            self._witness.see(event)
        mover = next((one.seat for one in commit.events if one.move() is not None), None)
        known = {owed.key for owed in before.owed} if before is not None else set[_Key]()
        for owed in after.owed:
            if owed.key not in known and mover is not None:
                self._opened_by[owed.key] = mover
        self._state = after


def _is_played(state: GameState, seat: Seat) -> bool:
    record = state.seats[seat]
    return record.is_owned and not record.played_by_house


def _pace(owed: Owed) -> str:
    if owed.due_at is None:
        return "games without deadlines"
    return "live games" if owed.due_at - owed.opened_at <= _LIVE else "correspondence"
