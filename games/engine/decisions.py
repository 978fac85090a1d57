"""Decisions: what a seat owes. Equal triples are the same decision."""

import msgspec

from games.engine.seats import Seat

RACE = "race"
"""The kind of decision that the first to answer takes away from the others.

It expires by the default move, is never a missed one, and runs on no seat's clock.
"""


class Decision(msgspec.Struct, frozen=True):
    """One seat's obligation to move.

    `opened` is a counter in the state that `evolve` raises whenever a new obligation arises: as
    long as (seat, kind, opened) stays equal it is the same decision, whatever happens elsewhere.
    """

    seat: Seat
    kind: str
    opened: int
