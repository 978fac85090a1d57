"""Going left round the table, by what the seats hold: sets of cards as bit masks."""

from collections.abc import Sequence

from games.engine.seats import Seat, going_left

NOBODY = Seat(-1)
"""No seat: nobody offers before the first offer and after the end, nobody has lost before it."""

_MOST_SEATS = 6

AROUND = [
    [tuple(going_left(Seat(seat), seats)) for seat in range(seats + 1)]
    for seats in range(_MOST_SEATS + 1)
]
"""All seats going left, by the number of seats and the first one; past the last comes seat 0."""


def first_with_cards(hands: Sequence[int], start: int) -> Seat:
    """Return the first seat with cards going left from `start`, that one included."""
    for seat in AROUND[len(hands)][start]:
        if hands[seat]:
            return seat
    return NOBODY


def single(hands: Sequence[int], start: Seat) -> Seat:
    """Return the first seat with exactly one card going left from `start`, or `NOBODY`."""
    for seat in AROUND[len(hands)][start]:
        if hands[seat].bit_count() == 1:
            return seat
    return NOBODY
