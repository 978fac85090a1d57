"""How a game ended."""

from collections.abc import Collection, Sequence
from enum import StrEnum

import msgspec

from games.engine.seats import Seat


class EndReason(StrEnum):
    """Why a game is over."""

    COMPLETED = "completed"
    RESIGNATION = "resignation"
    EXPIRY = "expiry"
    ABORTED = "aborted"
    ADJUDICATED = "adjudicated"
    """A moderator decided it."""
    ANNULLED = "annulled"
    """A moderator took the result away."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """Winners, losers (both ascending), scores per seat, and the reason."""

    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...]
    scores: tuple[int, ...]
    """Empty in a ruleset without points."""
    reason: EndReason

    @classmethod
    def of(
        cls,
        *,
        winners: Collection[Seat],
        scores: Sequence[int],
        seats: int,
        reason: EndReason = EndReason.COMPLETED,
    ) -> "Outcome":
        """Build an outcome in which every seat that does not win loses."""
        return cls(
            winners=tuple(sorted(winners)),
            losers=tuple(Seat(seat) for seat in range(seats) if seat not in winners),
            scores=tuple(scores),
            reason=reason,
        )

    @classmethod
    def of_nobody(cls, *, scores: Sequence[int], reason: EndReason) -> "Outcome":
        """Build the outcome of a game that was broken off: nobody wins, nobody loses."""
        return cls(winners=(), losers=(), scores=tuple(scores), reason=reason)
