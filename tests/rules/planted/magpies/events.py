"""What is recorded of Magpies, and who may see what of it."""

from collections.abc import Sequence

from games.engine.cards import Card
from games.engine.events import Data, Event
from games.engine.seats import Seat
from tests.rules.planted.magpies.cards import PACK, MagpieMove


class RoundDealt(Event, frozen=True, kw_only=True, tag="RoundDealt"):
    round: int
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]

    def seen_by(self, seat: Seat | None) -> Data:
        own = {} if seat is None else {"hand": PACK.codes(sorted(self.hands[seat]))}
        return {"round": self.round, "deck_size": len(self.deck), **own}

    def opened(self) -> Data:
        return {"hands": [PACK.codes(hand) for hand in self.hands], "deck": PACK.codes(self.deck)}

    def shuffle(self) -> tuple[str, Sequence[Card]]:
        return "deal", [card for pile in (*self.hands, self.deck) for card in pile]


class CardSealed(Event, frozen=True, kw_only=True, tag="CardSealed"):
    tells_nothing = True

    seat: Seat
    card: Card

    def seen_by(self, seat: Seat | None) -> Data:
        return self.opened() if seat == self.seat else {}

    def opened(self) -> Data:
        return {"card": PACK.code_of[self.card]}

    def move(self) -> str:
        return str(MagpieMove(PACK.code_of[self.card]))


class CardBuried(Event, frozen=True, kw_only=True, tag="CardBuried"):
    seat: Seat
    card: Card
    order: tuple[Card, ...]
    """The deck with the card in it; its top went to the hand."""

    def seen_by(self, seat: Seat | None) -> Data:
        return self.opened() if seat == self.seat else {}

    def opened(self) -> Data:
        return {"card": PACK.code_of[self.card], "drawn": PACK.code_of[self.order[0]]}

    def move(self) -> str:
        return str(MagpieMove(PACK.code_of[self.card], "bury"))

    def shuffle(self) -> tuple[str, Sequence[Card]]:
        return "recycle", self.order


class CardsTurnedUp(Event, frozen=True, kw_only=True, tag="CardsTurnedUp"):
    cards: tuple[Card, ...]
    winner: Seat | None

    def seen_by(self, seat: Seat | None) -> Data:
        return self.opened()

    def opened(self) -> Data:
        return {"cards": PACK.codes(self.cards), "winner": self.winner}


class CardsDrawn(Event, frozen=True, kw_only=True, tag="CardsDrawn"):
    cards: tuple[Card, ...]

    def seen_by(self, seat: Seat | None) -> Data:
        return {} if seat is None else {"card": PACK.code_of[self.cards[seat]]}

    def opened(self) -> Data:
        return {"cards": PACK.codes(self.cards)}


class RoundEnded(Event, frozen=True, kw_only=True, tag="RoundEnded"):
    points: tuple[int, ...]

    def seen_by(self, seat: Seat | None) -> Data:
        return self.opened()

    def opened(self) -> Data:
        return {"points": list(self.points)}
