"""The deal of a round (1.4)."""

from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.seats import Seat, going_left
from games.rules.mow.cards import HAND_SIZE, PACK

Hands = tuple[tuple[Card, ...], ...]


def deal_cards(starter: Seat, seats: int, chance: Chance) -> tuple[Hands, tuple[Card, ...]]:
    """Shuffle the pack; return the hands, each in the order dealt, and the deck, its top first.

    One card at a time, going left, the starter first.
    """
    order = chance.shuffle(PACK.cards(), "deal")
    dealt = HAND_SIZE * seats
    hands = {
        seat: tuple(order[nth:dealt:seats]) for nth, seat in enumerate(going_left(starter, seats))
    }
    return tuple(hands[Seat(seat)] for seat in range(seats)), tuple(order[dealt:])


def dealt_order(starter: Seat, hands: Hands, deck: tuple[Card, ...]) -> list[Card]:
    """Return the order of the pack from which `deal_cards` made this deal."""
    seats = list(going_left(starter, len(hands)))
    return [*(hands[seat][nth] for nth in range(HAND_SIZE) for seat in seats), *deck]
