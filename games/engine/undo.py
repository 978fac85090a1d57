"""Going back: to which moments a game can, who has agreed, and where decisions are numbered on.

Only the state of the rules goes back. The log, seats and clocks go on, and so do the numbers of
decisions: none that was ever asked is used again.
"""

from collections.abc import Iterable, Sequence

import msgspec

from games.engine import lifecycle, undo_events
from games.engine.events import Event
from games.engine.registry import AnyRuleset
from games.engine.ruleset import State
from games.engine.seats import Seat

MOST_POINTS = 8
"""So many moves at most can be undone at once, so that a snapshot stays small."""


class Point(msgspec.Struct, frozen=True):
    """A moment right before a move that told nobody anything; the game can go back to it."""

    version: int
    """That of the last event before the move."""
    seat: Seat
    """Whose move came then."""
    rules: msgspec.Raw
    """The state of the rules, as JSON: it is read in the rare case only that a game goes back."""

    def state(self, rules: AnyRuleset) -> State:
        """Return the state of the rules then."""
        return msgspec.json.decode(self.rules, type=rules.state_type)


class Undo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of going back in one game; in most games at most times nothing."""

    points: tuple[Point, ...] = ()
    """The moments that can be had, in order; none from before the last reveal or shuffle."""
    to_version: int | None = None
    """The version to which somebody asked to go back, and nobody has declined."""
    consents: tuple[Seat, ...] = ()
    """The seats that agree to it, first the one that asked."""
    is_declined: bool = False
    """Whether somebody declined since the last move; nobody may ask again before the next."""
    count: int = 0
    """How many times the game has gone back."""
    numbers: tuple[int, ...] = ()
    """Per seat the highest number of a decision that was open before the last undo, or -1."""

    def last_of(self, seat: Seat) -> Point | None:
        """Return the moment before the last move of `seat` that can be undone, if there is one."""
        return next((point for point in reversed(self.points) if point.seat == seat), None)

    def moved(self, version: int, seat: Seat, before: State) -> "Undo":
        """Return it after a move that told nobody anything; `before` was the state until then."""
        point = Point(version, seat, msgspec.Raw(msgspec.json.encode(before)))
        points = (*self.points, point)[-MOST_POINTS:]
        return Undo(points=points, count=self.count, numbers=self.numbers)

    def barred(self) -> "Undo":
        """Return it after something was shown to somebody, or shuffled: there is no way back."""
        return Undo(count=self.count, numbers=self.numbers)

    def replaced(self, seat: Seat) -> "Undo":
        """Return it after somebody else has come to `seat`, who has agreed to nothing."""
        if seat not in self.consents:
            return self
        return msgspec.structs.replace(self, to_version=None, consents=())

    def number_above(self, seat: Seat, opened: int) -> int:
        """Return the number of a new decision, which is `opened` unless that was used before."""
        return max(opened, self.numbers[seat] + 1) if self.numbers else opened


def undo_after(before: Undo, event: Event) -> Undo:
    """Return it after a seat asked for an undo, agreed to one or declined it."""
    replace = msgspec.structs.replace
    match event:
        case undo_events.UndoRequested(seat=int() as seat, to_version=to_version):
            return replace(before, to_version=to_version, consents=(seat,))
        case undo_events.UndoConsented(seat=int() as seat):
            return replace(before, consents=(*before.consents, seat))
        case undo_events.UndoDeclined():
            return replace(before, to_version=None, consents=(), is_declined=True)
        case _:
            return before


def gone_back(
    before: Undo, to_version: int, *, rules: AnyRuleset, now: State, handovers: Sequence[int]
) -> tuple[Undo, State]:
    """Return what an undo leaves, and the state of the rules to which the game goes back.

    `handovers` are those of each seat, which are part of the numbers of its decisions.
    """
    left = [point for point in before.points if point.version < to_version]
    undone = before.points[len(left) :]
    assert undone, "a game goes back to a moment that it can go back to"
    states = [point.state(rules) for point in undone]
    numbers = list(before.numbers or (-1,) * len(handovers))
    for state in [*states, now]:
        for decision in rules.decisions(state):
            number = decision.opened + handovers[decision.seat]
            numbers[decision.seat] = max(numbers[decision.seat], number)
    after = Undo(points=tuple(left), count=before.count + 1, numbers=tuple(numbers))
    return after, states[0]


def undone_versions(events: Iterable[tuple[int, Event]]) -> set[int]:
    """Return the versions of those events of the rules that an undo took back.

    `events` are given with their versions, in order.
    """
    told: list[int] = []
    undone: set[int] = set()
    for version, event in events:
        if isinstance(event, undo_events.MoveUndone):
            undone.update(one for one in told if one > event.to_version)
        elif not isinstance(event, lifecycle.LIFECYCLE_EVENTS):
            told.append(version)
    return undone
