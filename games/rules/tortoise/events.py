"""What is recorded of a Tortoise Game, and who may see what of it (4.9)."""

from collections.abc import Sequence

from games.engine.cards import Card
from games.engine.events import Event, SeatEvent
from games.engine.seats import Seat
from games.rules.tortoise.cards import PACK
from games.rules.tortoise.dealing import dealt_order
from games.rules.tortoise.moves import DRAWS
from games.rules.tortoise.shown import (
    CardDrawnOpened,
    CardDrawnShown,
    CardHandedOnOpened,
    CardHandedOnShown,
    HandOfferedOpened,
    HandOfferedShown,
    PairsThrownShown,
    RoundDealtOpened,
    RoundDealtShown,
    RoundEndedShown,
)


def _sorted_codes(cards: Sequence[Card]) -> list[str]:
    return PACK.codes(sorted(cards))


class RoundDealt(Event, frozen=True, kw_only=True, tag="RoundDealt"):
    """All cards were dealt (4.2)."""

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    """Per seat, in the order dealt."""

    def seen_by(self, seat: Seat | None) -> RoundDealtShown:
        """Show the sizes to everybody and a hand to its seat."""
        shown: RoundDealtShown = {
            "dealer": self.dealer,
            "hand_sizes": [len(hand) for hand in self.hands],
        }
        if seat is not None:
            shown["hand"] = _sorted_codes(self.hands[seat])
        return shown

    def opened(self) -> RoundDealtOpened:
        """Return all hands."""
        return {"dealer": self.dealer, "hands": [_sorted_codes(hand) for hand in self.hands]}

    def shuffle(self) -> tuple[str, Sequence[Card]]:
        """Return the order of the pack from which this deal was made."""
        return "deal", dealt_order(self.dealer, self.hands)


class PairsThrown(SeatEvent, frozen=True, kw_only=True, tag="PairsThrown"):
    """A seat threw out its pairs (4.4, 4.5); it has to, so this is no move."""

    cards: tuple[Card, ...]
    """Two by two."""

    def seen_by(self, seat: Seat | None) -> PairsThrownShown:
        """Show everything to everybody: pairs are thrown out openly."""
        codes = PACK.codes(self.cards)
        return {"pairs": [codes[at : at + 2] for at in range(0, len(codes), 2)]}

    def opened(self) -> PairsThrownShown:
        """Return what everybody saw."""
        return self.seen_by(None)


class HandOffered(SeatEvent, frozen=True, kw_only=True, tag="HandOffered"):
    """A seat offers its hand, in a fresh order that nobody knows (4.7.14)."""

    cards: tuple[Card, ...]
    """In the order offered."""

    def seen_by(self, seat: Seat | None) -> HandOfferedShown:
        """Show nothing to anybody: not even the offerer knows the order."""
        return {}

    def opened(self) -> HandOfferedOpened:
        """Return the order of the offer."""
        return {"hand": PACK.codes(self.cards)}

    def shuffle(self) -> tuple[str, Sequence[Card]]:
        """Return the order of the offer."""
        return "offer", self.cards


class CardDrawn(SeatEvent, frozen=True, kw_only=True, tag="CardDrawn"):
    """The drawer took a card out of the offer (4.5)."""

    offerer: Seat
    position: int
    card: Card

    def seen_by(self, seat: Seat | None) -> CardDrawnShown:
        """Show the position to everybody and the card to the two seats that it passed between."""
        shown: CardDrawnShown = {"offerer": self.offerer, "position": self.position}
        if seat is not None and seat in {self.seat, self.offerer}:
            shown["card"] = PACK.code_of[self.card]
        return shown

    def opened(self) -> CardDrawnOpened:
        """Return the draw with its card."""
        card = PACK.code_of[self.card]
        return {"offerer": self.offerer, "position": self.position, "card": card}

    def move(self) -> str:
        """Return the move's text."""
        return str(DRAWS[self.position])

    def move_seen_by(self, seat: Seat | None) -> str:
        """Return the move to everybody: it names the position, not the card."""
        return self.move()


class CardHandedOn(SeatEvent, frozen=True, kw_only=True, tag="CardHandedOn"):
    """A seat with one card left handed it on and is out (4.5)."""

    receiver: Seat
    card: Card

    def seen_by(self, seat: Seat | None) -> CardHandedOnShown:
        """Show the receiver to everybody and the card to the two seats that it passed between."""
        shown: CardHandedOnShown = {"receiver": self.receiver}
        if seat is not None and seat in {self.seat, self.receiver}:
            shown["card"] = PACK.code_of[self.card]
        return shown

    def opened(self) -> CardHandedOnOpened:
        """Return the hand-on with its card."""
        return {"receiver": self.receiver, "card": PACK.code_of[self.card]}


class RoundEnded(Event, frozen=True, kw_only=True, tag="RoundEnded"):
    """One seat is left with the Tortoise and loses (4.6)."""

    loser: Seat
    capped: bool = False
    """Whether the cap on draws ended the game, with more cards than the Tortoise left."""

    def seen_by(self, seat: Seat | None) -> RoundEndedShown:
        """Show everything to everybody."""
        return {"loser": self.loser, "capped": self.capped}

    def opened(self) -> RoundEndedShown:
        """Return what everybody saw."""
        return self.seen_by(None)
