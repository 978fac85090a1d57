"""What the base of all events says of the moves they record."""

from games.engine.cards import Card
from games.engine.events import Data, SeatEvent
from games.engine.seats import Seat

MINE, OTHER, SPECTATOR = Seat(1), Seat(0), None


class CardSealed(SeatEvent, frozen=True, kw_only=True, tag="CardSealed"):
    card: Card

    def seen_by(self, seat: Seat | None) -> Data:
        return self.opened() if seat == self.seat else {}

    def opened(self) -> Data:
        return {"card": self.card}

    def move(self) -> str:
        return f"pass:{self.card}"


class CardShown(CardSealed, frozen=True, kw_only=True, tag="CardShown"):
    """Hides nothing."""

    def seen_by(self, seat: Seat | None) -> Data:
        return self.opened()


class CardDrawn(CardSealed, frozen=True, kw_only=True, tag="CardDrawn"):
    """Hides a card of which the move says nothing."""

    def move(self) -> str:
        return "draw"

    def move_seen_by(self, seat: Seat | None) -> str | None:
        return self.move()


def test_a_move_that_was_hidden_is_known_to_its_seat_only() -> None:
    """S72"""
    hidden = CardSealed(seat=MINE, card=Card(3))
    assert hidden.move_seen_by(MINE) == "pass:3"
    assert hidden.move_seen_by(OTHER) is None
    assert hidden.move_seen_by(SPECTATOR) is None


def test_a_move_whose_event_hid_nothing_is_known_to_all() -> None:
    shown = CardShown(seat=MINE, card=Card(3))
    assert {shown.move_seen_by(seat) for seat in (MINE, OTHER, SPECTATOR)} == {"pass:3"}


def test_a_type_can_say_that_its_move_tells_nothing_hidden() -> None:
    assert CardDrawn(seat=MINE, card=Card(3)).move_seen_by(OTHER) == "draw"
