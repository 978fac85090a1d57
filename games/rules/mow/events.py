"""What is recorded of a game of Mow, and who may see what of it (1.11)."""

from collections.abc import Sequence

from games.engine.cards import Card
from games.engine.events import Event, SeatEvent
from games.engine.seats import Seat
from games.rules.mow.cards import PACK
from games.rules.mow.dealing import dealt_order
from games.rules.mow.moves import TAKE, Arrow, Play
from games.rules.mow.shown import (
    CardDrawnOpened,
    CardDrawnShown,
    CowPlayedShown,
    HerdTakenShown,
    RoundDealtOpened,
    RoundDealtShown,
    RoundEndedShown,
)


def _sorted_codes(cards: Sequence[Card]) -> list[str]:
    return PACK.codes(sorted(cards))


class RoundDealt(Event, frozen=True, kw_only=True, tag="RoundDealt"):
    """Five cards to each seat, the rest is the deck (1.4)."""

    round: int
    starter: Seat
    hands: tuple[tuple[Card, ...], ...]
    """Per seat, in the order dealt."""
    deck: tuple[Card, ...]
    """The top first."""

    def seen_by(self, seat: Seat | None) -> RoundDealtShown:
        """Show the sizes to everybody and a hand to its seat."""
        shown: RoundDealtShown = {
            "round": self.round,
            "starter": self.starter,
            "hand_sizes": [len(hand) for hand in self.hands],
            "deck_size": len(self.deck),
        }
        if seat is not None:
            shown["hand"] = _sorted_codes(self.hands[seat])
        return shown

    def opened(self) -> RoundDealtOpened:
        """Return all hands and the deck, the top first."""
        return {
            "round": self.round,
            "starter": self.starter,
            "hands": [_sorted_codes(hand) for hand in self.hands],
            "deck": PACK.codes(self.deck),
        }

    def shuffle(self) -> tuple[str, Sequence[Card]]:
        """Return the order of the pack from which this deal was made."""
        return "deal", dealt_order(self.starter, self.hands, self.deck)


class CowPlayed(SeatEvent, frozen=True, kw_only=True, tag="CowPlayed"):
    """A card of a hand joined the herd; the turn went along the arrow (1.5, 1.6)."""

    card: Card
    slot: int | None = None
    """The number for which a slowpoke stands."""
    arrow: Arrow | None = None
    """The direction shown afterwards, if the card is a special."""

    def seen_by(self, seat: Seat | None) -> CowPlayedShown:
        """Show everything to everybody: a played card lies open."""
        return {"card": PACK.code_of[self.card], "slot": self.slot, "arrow": self.arrow}

    def opened(self) -> CowPlayedShown:
        """Return what everybody saw."""
        return self.seen_by(None)

    def move(self) -> str:
        """Return the move's text."""
        return str(Play(self.card, self.slot, self.arrow))


class CardDrawn(SeatEvent, frozen=True, kw_only=True, tag="CardDrawn"):
    """The seat that played drew the top card; happens whenever the deck has one (1.6)."""

    card: Card

    def seen_by(self, seat: Seat | None) -> CardDrawnShown:
        """Show the card to the seat that drew it."""
        return {"card": PACK.code_of[self.card]} if seat == self.seat else {}

    def opened(self) -> CardDrawnOpened:
        """Return the card."""
        return {"card": PACK.code_of[self.card]}


class HerdTaken(SeatEvent, frozen=True, kw_only=True, tag="HerdTaken"):
    """A seat took the herd into its stable (1.5)."""

    tells_nothing = True  # the herd lay open, and a seat that can play may take, too

    cards: tuple[Card, ...]
    """From the low end of the herd; an acrobat follows its cow."""

    def seen_by(self, seat: Seat | None) -> HerdTakenShown:
        """Show everything to everybody: the herd lay open."""
        return {"cards": PACK.codes(self.cards)}

    def opened(self) -> HerdTakenShown:
        """Return what everybody saw."""
        return self.seen_by(None)

    def move(self) -> str:
        """Return the move's text."""
        return str(TAKE)


class RoundEnded(Event, frozen=True, kw_only=True, tag="RoundEnded"):
    """The herd was taken with an empty deck; the flies were counted (1.7)."""

    round: int
    hands: tuple[tuple[Card, ...], ...]
    """The cards left over, per seat, ascending; they count, so they are shown."""
    points: tuple[int, ...]
    """The flies of this round, per seat."""
    totals: tuple[int, ...]

    def seen_by(self, seat: Seat | None) -> RoundEndedShown:
        """Show everything to everybody."""
        return {
            "round": self.round,
            "hands": [_sorted_codes(hand) for hand in self.hands],
            "points": list(self.points),
            "totals": list(self.totals),
        }

    def opened(self) -> RoundEndedShown:
        """Return what everybody saw."""
        return self.seen_by(None)
