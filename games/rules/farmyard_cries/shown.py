"""What the events of Farmyard Cries show: the types of `seen_by` and `opened` (2.10)."""

from typing import NotRequired, TypedDict

from games.engine.seats import Seat
from games.rules.farmyard_cries.cards import GroupId
from games.rules.farmyard_cries.moves import Stack


class StackSizes(TypedDict):
    """How many cards each stack has."""

    A: int
    B: int


class FaceUp(TypedDict):
    """The face-up card of each stack."""

    A: str
    B: str


class StackCards(TypedDict):
    """All cards of each stack, the face-up card first."""

    A: list[str]
    B: list[str]


class RoundDealtShown(TypedDict):
    """What is shown of a deal while the game runs."""

    round: int
    dealer: Seat
    hand_sizes: list[int]
    stack_sizes: StackSizes
    face_up: FaceUp
    hand: NotRequired[list[str]]
    """The viewer's own."""


class RoundDealtOpened(TypedDict):
    """A deal with all of its cards."""

    round: int
    dealer: Seat
    hands: list[list[str]]
    stacks: StackCards


class CardExchangedShown(TypedDict):
    """An exchange; the discard is shown to its seat, and to all if a refill turned it up."""

    stack: Stack
    taken: str
    turned_up: str
    refilled: bool
    discarded: NotRequired[str]


class CardExchangedOpened(TypedDict):
    """An exchange with its discard."""

    stack: Stack
    taken: str
    turned_up: str
    refilled: bool
    discarded: str


class Nothing(TypedDict):
    """No data: that it happened, and to which seat, is all."""


class CardSealedShown(TypedDict):
    """The sealed card, for the seat that sealed it."""

    card: NotRequired[str]


class CardSealedOpened(TypedDict):
    """The sealed card, when the game is over."""

    card: str


class CardsPassedShown(TypedDict):
    """What the viewer's seat passed on and what it was passed."""

    given: NotRequired[str]
    received: NotRequired[str]


class CardsPassedOpened(TypedDict):
    """The card that each seat passed on."""

    cards: list[str]


class RaceStartedShown(TypedDict):
    """The seats that hold a set, and who called the swap that brought it (null: a deal)."""

    seats: list[Seat]
    caller: Seat | None


class GiftShown(TypedDict):
    """Who gave which Young."""

    seat: Seat
    cards: list[str]


class GroupCriedShown(TypedDict):
    """A cry, its result, and what was given."""

    group: GroupId
    success: bool
    given: list[GiftShown]


class RoundEndedShown(TypedDict):
    """Who won with which four cards (null and none: the round was void), points per seat."""

    round: int
    winner: Seat | None
    group: GroupId | None
    cards: list[str]
    points: list[int]
    scores: list[int]
