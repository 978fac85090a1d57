"""What moves did for other seats, as the ruleset of a game judges it."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Generic, TypeVar

import msgspec

from games.engine.events import Event
from games.engine.seats import Seat

S = TypeVar("S")
M = TypeVar("M")


class Kind(StrEnum):
    """What is measured of one seat towards another."""

    GIFT_KNOWN = "gift_known"
    GIFT_UNKNOWN = "gift_unknown"
    SPARED = "spared"
    QUICK = "quick"
    NETWORK = "network"


MEANINGS: Mapping[Kind, str] = {
    Kind.GIFT_KNOWN: "passed cards that suit what everybody had seen the other take",
    Kind.GIFT_UNKNOWN: "passed cards that suit what nobody but the other could know",
    Kind.SPARED: "made moves that leave the other better off than the other legal moves",
    Kind.QUICK: "answered sooner after the other's moves than after those of others",
    Kind.NETWORK: "was seen on a network on which the other was seen",
}
"""Each kind in words, after the name of who did it."""


class Sign(msgspec.Struct, frozen=True):
    """One measurement of one move."""

    kind: Kind
    towards: Seat
    value: float
    """How good the move was for that seat among all that were legal: 1 is the best and -1 the
    worst, 0 their mean. Of `QUICK`: the halvings of a second, so -3 is eight seconds."""


class Witness(Generic[S, M]):
    """Looks on at one game, cards and all, from its first deal on. A ruleset has a subclass.

    This one measures nothing.
    """

    def see(self, event: Event) -> None:
        """Take note of an event of the ruleset."""

    def signs_of(self, state: S, seat: Seat, move: M) -> Sequence[Sign]:
        """Return what a legal move does for others; `state` is that right before it."""
        return ()


def measured(kind: Kind, towards: Seat, chosen: float, values: Sequence[float]) -> Sequence[Sign]:
    """Return how good a move was for a seat among the legal ones; nothing if all are equally so.

    >>> measured(Kind.SPARED, Seat(1), 4.0, [4.0, 0.0])
    [Sign(kind=<Kind.SPARED: 'spared'>, towards=1, value=0.5)]
    """
    span = max(values) - min(values)
    if span <= _SAME:
        return ()
    return [Sign(kind, towards, round((chosen - sum(values) / len(values)) / span, 6))]


_SAME = 1e-9
