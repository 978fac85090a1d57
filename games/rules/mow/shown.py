"""What the events of Mow show: the types that `seen_by` and `opened` return (1.11)."""

from typing import NotRequired, TypedDict

from games.engine.seats import Seat
from games.rules.mow.moves import Arrow


class RoundDealtShown(TypedDict):
    """What is shown of a deal while the game runs."""

    round: int
    starter: Seat
    hand_sizes: list[int]
    deck_size: int
    hand: NotRequired[list[str]]
    """The viewer's own."""


class RoundDealtOpened(TypedDict):
    """A deal with all of its cards."""

    round: int
    starter: Seat
    hands: list[list[str]]
    deck: list[str]


class CowPlayedShown(TypedDict):
    """A play, as everybody sees it."""

    card: str
    slot: int | None
    arrow: Arrow | None


class CardDrawnShown(TypedDict):
    """The card, for the seat that drew it."""

    card: NotRequired[str]


class CardDrawnOpened(TypedDict):
    """The card, when the game is over."""

    card: str


class HerdTakenShown(TypedDict):
    """The herd, as it lay open."""

    cards: list[str]


class RoundEndedShown(TypedDict):
    """The end of a round, per seat."""

    round: int
    hands: list[list[str]]
    points: list[int]
    totals: list[int]
