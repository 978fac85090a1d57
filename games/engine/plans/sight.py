"""What a plan is judged on: one seat's observation, and which events there were."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from games.engine.observation import Observation
from games.engine.plans.fields import is_list, is_object
from games.engine.plans.terms import Value
from games.engine.registry import AnyRuleset
from games.engine.ruleset import Move
from games.engine.seats import Seat

SEAT_WORDS = ("me", "left", "right")
"""Words for places in a list that has one for each seat: one's own, and the neighbours'."""


class Happening(msgspec.Struct, frozen=True):
    """That an event was recorded: what every viewer may know of any event."""

    version: int
    type: str
    seat: Seat | None


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """All that a plan may look at."""

    seat: Seat
    table: dict[str, object]
    """The seat's observation as JSON values, with the derived facts of the ruleset."""
    pictures: Mapping[str, Mapping[str, Value]]
    """Of each card's code: `code`, `group` and `value`."""
    counts: Mapping[tuple[str, bool, bool], int]
    """How many events there were since the plan was given: by type, whether they are the seat's own,
    and whether they came behind its last move. Counted once, for a plan may ask a thousand times."""

    def times(self, type_: str, *, own: bool | None = None, since_move: bool = False) -> int:
        """Return how many events of a type there were: the seat's `own`, others', or all (None)."""
        return sum(
            self.counts.get((type_, is_own, is_late), 0)
            for is_own in ((True, False) if own is None else (own,))
            for is_late in ((True,) if since_move else (True, False))
        )

    def find(self, path: Sequence[str]) -> object:
        """Return the value at a path of the table; None if there is none now."""
        found: object = self.table
        for step in path:
            if is_object(found):
                found = found.get(step)
            elif is_list(found):
                place = self._place(step, len(found))
                found = found[place] if place is not None else None
            else:
                return None
        return found

    def _place(self, step: str, length: int) -> int | None:
        if step in SEAT_WORDS:
            turned = {"me": 0, "left": 1, "right": -1}[step]
            return (self.seat + turned) % length if length else None
        place = int(step)
        return place if place < length else None


class Offer(msgspec.Struct, frozen=True):
    """One move that the seat may make now, with its traits."""

    text: str
    traits: Mapping[str, Value]


def sight_of(
    rules: AnyRuleset,
    observation: Observation,
    seat: Seat,
    *,
    happenings: Sequence[Happening] = (),
    moved_at: int = 0,
) -> Sight:
    """Return what the plan of a seat may look at, which is what that seat is shown.

    `happenings` are those since the plan was given, and `moved_at` is the version of the seat's
    last move.
    """
    return Sight(
        seat=seat,
        table={**observation.table(), **rules.terms.facts_of(observation)},
        pictures={
            picture.code: {"code": picture.code, "group": picture.group, "value": picture.value}
            for picture in rules.pack.pictures
        },
        counts=Counter((one.type, one.seat == seat, one.version > moved_at) for one in happenings),
    )


def offers_of(
    rules: AnyRuleset, observation: Observation, moves: Sequence[Move]
) -> Sequence[Offer]:
    """Return moves that the observing seat may make, each with its traits."""
    return [Offer(str(move), rules.terms.traits_of(observation, move)) for move in moves]
