"""What a game keeps of each of its seats."""

from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from games.engine.clocks import Stop
from games.engine.seat_events import SeatKind
from games.engine.seats import SeatOffer


class SeatState(StrEnum):
    """Whether a seat's holder plays it."""

    PLAYING = "playing"
    AWAY = "away"
    RESIGNED = "resigned"


class SeatRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who holds a seat, and how."""

    kind: SeatKind = SeatKind.OPEN
    holder: str | None = None
    """The opaque id of the account that owns the seat."""
    strategy: str | None = None
    """The strategy that plays it, if the house does."""
    state: SeatState = SeatState.PLAYING
    handovers: int = 0
    """How often the one who must answer for this seat changed; part of a decision's number."""
    is_gone: bool = False
    """Whether the account that owned the seat is no more."""
    abort_consent: bool = False
    by_invitation: bool = False
    clock: timedelta | None = None
    """What is left on its clock or in its bank, where the time control has such."""
    missed: int = 0
    """How many decisions in a row it let pass; races do not count."""
    paused: timedelta = timedelta()
    """What its pauses have cost in all."""
    left_at: datetime | None = None
    """Since when its owner does not play it."""
    offer: SeatOffer | None = None
    """To whom it is offered, while it is."""
    is_untried: bool = False
    """Whether somebody has taken it over and no decision of it was answered since."""
    vacation: Stop | None = None
    """Of its owner, while it goes on."""

    @property
    def is_taken(self) -> bool:
        """Answer whether somebody sits here."""
        return self.kind not in {SeatKind.OPEN, SeatKind.INVITED}

    @property
    def is_owned(self) -> bool:
        """Answer whether it is the seat of an account that there is."""
        return self.holder is not None and not self.is_gone

    @property
    def has_a_say(self) -> bool:
        """Answer whether the others wait for its consent; nobody waits for who is away."""
        return self.is_owned and self.state is SeatState.PLAYING

    @property
    def is_answered(self) -> bool:
        """Answer whether anybody answers for it, be it the house: else nothing waits for it."""
        return self.state is not SeatState.AWAY or self.strategy is not None

    @property
    def played_by_house(self) -> bool:
        """Answer whether a house bot owes this seat's decisions."""
        return self.kind is SeatKind.HOUSE or self.state is not SeatState.PLAYING
