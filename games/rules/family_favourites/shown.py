"""What the events of Family Favourites show: what `seen_by` and `opened` return (3.9)."""

from typing import NotRequired, TypedDict

from games.engine.seats import Seat
from games.rules.family_favourites.cards import Call


class RoundDealtShown(TypedDict):
    """What is shown of a deal while the game runs."""

    round: int
    dealer: Seat
    hand_sizes: list[int]
    top: str
    buried: int
    """Jokers that turned up and lie at the bottom of the draw pile."""
    draw_pile_size: int
    hand: NotRequired[list[str]]
    """The viewer's own."""


class RoundDealtOpened(TypedDict):
    """A deal with all of its cards."""

    round: int
    dealer: Seat
    hands: list[list[str]]
    top: str
    buried: int
    draw_pile: list[str]


class CardPlayedShown(TypedDict):
    """A play, as everybody sees it."""

    card: str
    call: Call | None


class PileRecycledShown(TypedDict):
    """The cards that make the new draw pile, without their order."""

    cards: list[str]


class PileRecycledOpened(TypedDict):
    """The new draw pile, the top first."""

    draw_pile: list[str]


class CardDrawnShown(TypedDict):
    """The card, for the seat that drew it."""

    card: NotRequired[str]


class CardDrawnOpened(TypedDict):
    """The card, when the game is over."""

    card: str


class TurnPassedShown(TypedDict):
    """Nothing: that it happened says it all."""


class RoundEndedShown(TypedDict):
    """The end of a round, per seat."""

    round: int
    out: Seat | None
    hands: list[list[str]]
    points: list[int]
    totals: list[int]
