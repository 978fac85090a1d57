"""What came next in a game, read once for all who follow it and shown to each as it may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.seats import Seat
from games.selectors.game_view import may_watch
from games.store import load
from games.store.load import Loaded, Recorded
from games.store.tail import AT_ONCE

_OF_EVERY_GAME = frozenset(event.__struct_config__.tag for event in LIFECYCLE_EVENTS)


@dataclass(frozen=True, kw_only=True)
class Step:
    """The events after a version, in order and without a hole."""

    after: int
    """The version behind which it was read."""
    events: Sequence[Recorded]
    game: Loaded | None
    """The game as it is, or None if nothing in the step can say who may see what, or ends it."""

    @property
    def last(self) -> int:
        """The last version in it, or the one behind which it was read."""
        return self.events[-1].version if self.events else self.after

    @property
    def is_full(self) -> bool:
        """Answer whether there may be more events than were read."""
        return len(self.events) == AT_ONCE

    @property
    def is_last(self) -> bool:
        """Answer whether the game is over and no event is left."""
        if self.game is None or self.game.state.finished_at is None:
            return False
        # The game is read behind the events, and may have ended in between.
        return self.last == self.game.state.version

    def is_for(self, account: UUID | None, seat: Seat | None) -> bool:
        """Answer whether the account may still watch, from the seat that it had."""
        if self.game is None:
            return True
        return may_watch(self.game, account) and self.game.seat_of(account) == seat


def step_until(game: Loaded, version: int) -> Step:
    """Read what lies between a version and a game that was read already."""
    events = load.events(game.id, after=version, until=game.state.version, limit=AT_ONCE)
    return Step(after=version, events=events, game=game)


def is_play(events: Sequence[Recorded]) -> bool:
    """Answer whether these are what a ruleset records: that seats nobody and ends nothing."""
    return bool(events) and not any(one.event.type in _OF_EVERY_GAME for one in events)


def step_of(game: UUID, version: int, events: Sequence[Recorded]) -> Step:
    """Return the step of these events, with the game as it is behind them."""
    return Step(after=version, events=events, game=load.game(game))


def step_after(game: UUID, version: int) -> Step:
    """Read on behind a version; raise `UnknownGameError` for a game that is none."""
    return step_of(game, version, load.events(game, after=version, limit=AT_ONCE))
