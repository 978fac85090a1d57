"""What is recorded of a game of Family Favourites, and who may see what of it (3.9)."""

from collections.abc import Iterable, Sequence

from games.engine.cards import Card
from games.engine.events import Event, SeatEvent
from games.engine.seats import Seat
from games.rules.family_favourites.cards import PACK, Call
from games.rules.family_favourites.dealing import Deal, Hands, dealt_order
from games.rules.family_favourites.moves import DRAW, PASS, Play
from games.rules.family_favourites.shown import (
    CardDrawnOpened,
    CardDrawnShown,
    CardPlayedShown,
    PileRecycledOpened,
    PileRecycledShown,
    RoundDealtOpened,
    RoundDealtShown,
    RoundEndedShown,
    TurnPassedShown,
)


def _sorted_codes(cards: Iterable[Card]) -> list[str]:
    return PACK.codes(sorted(cards))


class RoundDealt(Event, frozen=True, kw_only=True, tag="RoundDealt"):
    """Cards to each seat, one turned up, the rest is the draw pile (3.4)."""

    round: int
    dealer: Seat
    hands: Hands
    """Per seat, in the order dealt."""
    top: Card
    draw_pile: tuple[Card, ...]
    """The top first."""
    buried: int = 0
    """How many of the last cards of the draw pile are jokers that had turned up before `top`."""

    def deal(self) -> Deal:
        """Return where the cards lie."""
        return Deal(self.hands, self.top, self.draw_pile, self.buried)

    def seen_by(self, seat: Seat | None) -> RoundDealtShown:
        """Show sizes, the top card and the buried jokers to everybody, a hand to its seat."""
        shown: RoundDealtShown = {
            "round": self.round,
            "dealer": self.dealer,
            "hand_sizes": [len(hand) for hand in self.hands],
            "top": PACK.code_of[self.top],
            "buried": self.buried,
            "draw_pile_size": len(self.draw_pile),
        }
        if seat is not None:
            shown["hand"] = _sorted_codes(self.hands[seat])
        return shown

    def opened(self) -> RoundDealtOpened:
        """Return all hands and the draw pile, the top first."""
        return {
            "round": self.round,
            "dealer": self.dealer,
            "hands": [_sorted_codes(hand) for hand in self.hands],
            "top": PACK.code_of[self.top],
            "buried": self.buried,
            "draw_pile": PACK.codes(self.draw_pile),
        }

    def shuffle(self) -> tuple[str, Sequence[Card]]:
        """Return the order of the pack from which this deal was made."""
        return "deal", dealt_order(self.dealer, self.deal())


class CardPlayed(SeatEvent, frozen=True, kw_only=True, tag="CardPlayed"):
    """A card of a hand went on top of the played pile (3.5)."""

    card: Card
    call: Call | None = None
    """The animal called, if the card is a joker."""

    def seen_by(self, seat: Seat | None) -> CardPlayedShown:
        """Show everything to everybody: a played card lies open."""
        return {"card": PACK.code_of[self.card], "call": self.call}

    def opened(self) -> CardPlayedShown:
        """Return what everybody saw."""
        return self.seen_by(None)

    def move(self) -> str:
        """Return the move's text."""
        return str(Play(self.card, self.call))


class PileRecycled(Event, frozen=True, kw_only=True, tag="PileRecycled"):
    """The played cards below the top were shuffled into a new draw pile (3.7.14).

    Happens exactly when a card is drawn from an empty draw pile.
    """

    draw_pile: tuple[Card, ...]
    """The top first."""

    def seen_by(self, seat: Seat | None) -> PileRecycledShown:
        """Show which cards they are, for they lay open, but not their order."""
        return {"cards": _sorted_codes(self.draw_pile)}

    def opened(self) -> PileRecycledOpened:
        """Return the draw pile, the top first."""
        return {"draw_pile": PACK.codes(self.draw_pile)}

    def shuffle(self) -> tuple[str, Sequence[Card]]:
        """Return the new order."""
        return "recycle", self.draw_pile


class CardDrawn(SeatEvent, frozen=True, kw_only=True, tag="CardDrawn"):
    """A seat with nothing to play took the top card of the draw pile (3.5)."""

    card: Card

    def seen_by(self, seat: Seat | None) -> CardDrawnShown:
        """Show the card to the seat that drew it."""
        return {"card": PACK.code_of[self.card]} if seat == self.seat else {}

    def opened(self) -> CardDrawnOpened:
        """Return the card."""
        return {"card": PACK.code_of[self.card]}

    def move(self) -> str:
        """Return the move's text."""
        return str(DRAW)

    def move_seen_by(self, seat: Seat | None) -> str:
        """Return the move to everybody: it does not name the card."""
        return self.move()


class TurnPassed(SeatEvent, frozen=True, kw_only=True, tag="TurnPassed"):
    """A seat had nothing to play, and nothing was there to draw (3.7.15)."""

    def seen_by(self, seat: Seat | None) -> TurnPassedShown:
        """Show nothing: there is no more to it."""
        return {}

    def opened(self) -> TurnPassedShown:
        """Return nothing."""
        return {}

    def move(self) -> str:
        """Return the move's text."""
        return str(PASS)


class RoundEnded(Event, frozen=True, kw_only=True, tag="RoundEnded"):
    """A hand was empty, or the round was blocked; the cards left were counted (3.6)."""

    round: int
    out: Seat | None = None
    """The seat that played its last card; None if the round was blocked or too long."""
    hands: Hands
    """The cards left in hand, per seat, ascending; they count, so they are shown."""
    points: tuple[int, ...]
    """The points of this round, per seat."""
    totals: tuple[int, ...]

    def seen_by(self, seat: Seat | None) -> RoundEndedShown:
        """Show everything to everybody."""
        return {
            "round": self.round,
            "out": self.out,
            "hands": [_sorted_codes(hand) for hand in self.hands],
            "points": list(self.points),
            "totals": list(self.totals),
        }

    def opened(self) -> RoundEndedShown:
        """Return what everybody saw."""
        return self.seen_by(None)
