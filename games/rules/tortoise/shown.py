"""What the events of the Tortoise Game show: the types that `seen_by` and `opened` return (4.9)."""

from typing import NotRequired, TypedDict

from games.engine.seats import Seat


class RoundDealtShown(TypedDict):
    """What is shown of the deal while the game runs."""

    dealer: Seat
    hand_sizes: list[int]
    hand: NotRequired[list[str]]
    """The viewer's own, before the throw-out."""


class RoundDealtOpened(TypedDict):
    """The deal with all of its cards."""

    dealer: Seat
    hands: list[list[str]]


class PairsThrownShown(TypedDict):
    """The pairs, as they lie open."""

    pairs: list[list[str]]


class HandOfferedShown(TypedDict):
    """Nothing: the order is hidden from all, the offerer included."""


class HandOfferedOpened(TypedDict):
    """The offered hand in its hidden order, when the game is over."""

    hand: list[str]


class CardDrawnShown(TypedDict):
    """Where a card was drawn; which one, for the two seats that know it."""

    offerer: Seat
    position: int
    card: NotRequired[str]


class CardDrawnOpened(TypedDict):
    """A draw with its card, when the game is over."""

    offerer: Seat
    position: int
    card: str


class CardHandedOnShown(TypedDict):
    """To whom a last card went; which one, for the two seats that know it."""

    receiver: Seat
    card: NotRequired[str]


class CardHandedOnOpened(TypedDict):
    """A hand-on with its card, when the game is over."""

    receiver: Seat
    card: str


class RoundEndedShown(TypedDict):
    """Who is left with the Tortoise, and whether the cap on draws ended the game."""

    loser: Seat
    capped: bool
