"""The deal (4.2): all cards, one at a time, going left from the seat left of the dealer."""

from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.seats import Seat, left_of
from games.rules.tortoise.cards import PACK

Hands = tuple[tuple[Card, ...], ...]


def deal_cards(dealer: Seat, seats: int, chance: Chance) -> Hands:
    """Shuffle the pack; return the hands, each in the order dealt."""
    order = chance.shuffle(PACK.cards(), "deal")
    first = left_of(dealer, seats)
    return tuple(tuple(order[(seat - first) % seats :: seats]) for seat in range(seats))


def dealt_order(dealer: Seat, hands: Hands) -> list[Card]:
    """Return the order of the pack from which `deal_cards` made this deal."""
    seats = len(hands)
    first = left_of(dealer, seats)
    return [hands[(first + nth) % seats][nth // seats] for nth in range(sum(map(len, hands)))]
