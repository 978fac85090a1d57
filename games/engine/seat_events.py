"""The events of seats: who is invited, sits down, leaves, gives up and takes over.

They name an account by an opaque id (`holder`) made for that game and seat, and show nobody that
id; all else in them is public.
"""

from enum import StrEnum

from games.engine.public_event import PublicEvent
from games.engine.seats import Seat


class SeatKind(StrEnum):
    """Who holds a seat."""

    OPEN = "open"
    INVITED = "invited"
    PERSON = "person"
    BOT = "bot"
    HOUSE = "house"


class SeatInvited(PublicEvent, frozen=True, kw_only=True, tag="SeatInvited"):
    """A seat is kept for somebody."""

    shows = ()

    holder: str


class InvitationDeclined(PublicEvent, frozen=True, kw_only=True, tag="InvitationDeclined"):
    """Who was invited does not come; the seat is open."""

    shows = ()


class SeatTaken(PublicEvent, frozen=True, kw_only=True, tag="SeatTaken"):
    """Somebody sat down."""

    shows = ("kind", "strategy", "commitment")

    kind: SeatKind
    holder: str | None = None
    strategy: str | None = None
    commitment: str | None = None
    """To the entropy (hex) that the seat will add to the shuffles, if it wants to."""


class SeatLeft(PublicEvent, frozen=True, kw_only=True, tag="SeatLeft"):
    """A seat became open again before the start."""

    shows = ()


class SeatRenamed(PublicEvent, frozen=True, kw_only=True, tag="SeatRenamed"):
    """The account behind a seat is no more; the seat is shown under an alias."""

    shows = ()


class SeatAway(PublicEvent, frozen=True, kw_only=True, tag="SeatAway"):
    """A house bot plays this seat until its owner returns."""

    shows = ("strategy",)

    strategy: str | None = None


class SeatReturned(PublicEvent, frozen=True, kw_only=True, tag="SeatReturned"):
    """The owner of an away seat took it back and owes what it owes with a full time."""

    shows = ()


class SeatResigned(PublicEvent, frozen=True, kw_only=True, tag="SeatResigned"):
    """A seat gave up, or forfeited; it cannot win any more."""

    shows = ("strategy",)

    strategy: str | None = None
    """Who plays its cards on, if the game goes on."""


class SeatOffered(PublicEvent, frozen=True, kw_only=True, tag="SeatOffered"):
    """A seat of a running game may be taken over, by one account or by anybody."""

    shows = ("by",)

    by: Seat
    """Whose holder offered it: the seat itself, or another one for who has left it."""
    holder: str | None = None
    """Stands for the account it is offered to; None: it is offered to the public."""


class OfferWithdrawn(PublicEvent, frozen=True, kw_only=True, tag="OfferWithdrawn"):
    """A seat is not on offer any more."""

    shows = ()


class SeatReplaced(PublicEvent, frozen=True, kw_only=True, tag="SeatReplaced"):
    """Somebody else holds a seat from now on and plays it; it can win, whatever went before."""

    shows = ("kind", "strategy")

    kind: SeatKind
    holder: str | None = None
    strategy: str | None = None
    """Of a house bot, which only staff puts on a seat."""


class AbortConsented(PublicEvent, frozen=True, kw_only=True, tag="AbortConsented"):
    """A seat agreed to break the game off."""

    shows = ()
