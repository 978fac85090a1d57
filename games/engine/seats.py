"""Seats: positions in a game, numbered clockwise from 0."""

from collections.abc import Iterator
from typing import NewType

import msgspec

Seat = NewType("Seat", int)
"""A position in a game, from 0; the unit of turns and of visibility."""


def left_of(seat: Seat, seats: int) -> Seat:
    """Return the next seat clockwise among `seats` seats."""
    return Seat((seat + 1) % seats)


def right_of(seat: Seat, seats: int) -> Seat:
    """Return the next seat counter-clockwise among `seats` seats."""
    return Seat((seat - 1) % seats)


def going_left(start: Seat, seats: int) -> Iterator[Seat]:
    """Yield every seat once, clockwise, `start` first."""
    for step in range(seats):
        yield Seat((start + step) % seats)


class SeatOffer(msgspec.Struct, frozen=True, kw_only=True):
    """That a seat of a running game can be taken over."""

    by: Seat
    """The seat whose holder offered it."""
    holder: str | None = None
    """Stands for the one account it is offered to; None: to the public."""
