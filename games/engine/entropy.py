"""What seats add to the chance of a game: first a commitment each, later the entropy behind it.

Nobody reveals before every seat is held, and nobody commits any more once something was revealed:
whoever chooses entropy does so without knowing that of the others.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Self

import msgspec

from games.engine import lifecycle, seat_events, time_events
from games.engine.events import Event
from games.engine.seats import Seat

REVEAL = "reveal"
"""The kind of the decision of a seat that is waited for; its number is below 0."""
_MOST_WAITS = 3
"""So often a game waits for reveals; who commits and leaves over and over holds it up no longer."""
_DOMAIN = b"herdbook entropy/1"


def commitment_to(entropy: bytes) -> str:
    """Return the commitment (hex) to 32 bytes of entropy."""
    return hashlib.sha256(_DOMAIN + entropy).hexdigest()


class Contribution(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one seat has committed to, and perhaps revealed."""

    seat: Seat
    commitment: str
    entropy: str | None = None
    """Hex, once it is revealed."""
    is_silent: bool = False
    """Whether the seat let the time for it pass."""

    @property
    def is_missing(self) -> bool:
        """Answer whether it may still be revealed."""
        return self.entropy is None and not self.is_silent


class Contributions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The contributions of all seats of one game, and how long they are waited for."""

    of_seats: tuple[Contribution, ...] = ()
    """In the order of the seats."""
    are_closed: bool = False
    """Whether some entropy is known, so that nobody may commit any more."""
    waits: int = 0
    """How often the game began to wait: again after somebody left meanwhile."""
    awaited_at: datetime | None = None
    """Since when reveals are waited for; None when they are not."""
    seconds: int = 0
    """How long they are waited for."""

    @property
    def takes_more(self) -> bool:
        """Answer whether a seat may still commit."""
        return not self.are_closed and self.waits < _MOST_WAITS

    @property
    def missing(self) -> list[Seat]:
        """The seats that have committed and may still reveal."""
        return [one.seat for one in self.of_seats if one.is_missing]

    @property
    def revealed(self) -> list[tuple[Seat, bytes]]:
        """The entropy that is known, by seat."""
        return [
            (one.seat, bytes.fromhex(one.entropy))
            for one in self.of_seats
            if one.entropy is not None
        ]

    @property
    def due_at(self) -> datetime | None:
        """The time after which the game starts without what is missing."""
        waited = timedelta(seconds=self.seconds)
        return None if self.awaited_at is None else self.awaited_at + waited

    def of(self, seat: Seat) -> Contribution | None:
        """Return what a seat has committed to."""
        return next((one for one in self.of_seats if one.seat == seat), None)

    def committed(self, seat: Seat, commitment: str) -> Self:
        """Return them with one more commitment."""
        return self._with([*self.of_seats, Contribution(seat=seat, commitment=commitment)])

    def opened(self, seat: Seat, entropy: str) -> Self:
        """Return them with the entropy of a seat."""
        return msgspec.structs.replace(self._changed(seat, entropy=entropy), are_closed=True)

    def passed_over(self, seat: Seat) -> Self:
        """Return them with a seat that has let its time pass."""
        return self._changed(seat, is_silent=True)

    def without(self, seat: Seat) -> Self:
        """Return them after a seat was left: what it committed to is gone, nothing is awaited."""
        left = self._with(
            msgspec.structs.replace(one, is_silent=False)
            for one in self.of_seats
            if one.seat != seat
        )
        return left.awaited(None, 0)

    def awaited(self, at: datetime | None, seconds: int) -> Self:
        """Return them as waited for since `at`, or with None as waited for no more."""
        waits = self.waits if at is None else self.waits + 1
        return msgspec.structs.replace(self, awaited_at=at, seconds=seconds, waits=waits)

    def _changed(self, seat: Seat, **fields: object) -> Self:
        return self._with(
            msgspec.structs.replace(one, **fields) if one.seat == seat else one
            for one in self.of_seats
        )

    def _with(self, contributions: Iterable[Contribution]) -> Self:
        ordered = sorted(contributions, key=lambda one: one.seat)
        return msgspec.structs.replace(self, of_seats=tuple(ordered))


def contributions_after(before: Contributions, event: Event, at: datetime) -> Contributions:
    """Return the contributions to an open game after an event that happened at `at`."""
    match event:
        case seat_events.SeatTaken(seat=int() as seat, commitment=str() as commitment):
            return before.committed(seat, commitment)
        case seat_events.SeatLeft(seat=int() as seat):
            return before.without(seat)
        case lifecycle.RevealsAwaited():
            return before.awaited(at, event.seconds)
        case lifecycle.EntropyRevealed(seat=int() as seat):
            return before.opened(seat, event.entropy)
        case time_events.DecisionExpired(seat=int() as seat):
            return before.passed_over(seat)
        case lifecycle.GameStarted():
            return before.awaited(None, 0)
        case _:
            return before
