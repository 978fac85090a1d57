"""The deal of a round (2.4)."""

from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.seats import Seat, going_left, left_of
from games.rules.farmyard_cries.cards import HAND_SIZE, PACK, STACK_A_SIZE

Cards = tuple[Card, ...]


def deal_cards(dealer: Seat, seats: int, chance: Chance) -> tuple[tuple[Cards, ...], Cards, Cards]:
    """Shuffle the pack; return the hands in the order dealt and both stacks, the top first.

    One card at a time, going left, the seat left of the dealer first.
    """
    order = chance.shuffle(PACK.cards(), "deal")
    dealt = HAND_SIZE * seats
    first = left_of(dealer, seats)
    hands = {
        seat: tuple(order[nth:dealt:seats]) for nth, seat in enumerate(going_left(first, seats))
    }
    ten = dealt + STACK_A_SIZE
    return (
        tuple(hands[Seat(seat)] for seat in range(seats)),
        tuple(order[dealt:ten]),
        tuple(order[ten:]),
    )


def dealt_order(
    dealer: Seat, hands: tuple[Cards, ...], stack_a: Cards, stack_b: Cards
) -> list[Card]:
    """Return the order of the pack from which `deal_cards` made this deal."""
    seats = list(going_left(left_of(dealer, len(hands)), len(hands)))
    return [*(hands[seat][nth] for nth in range(HAND_SIZE) for seat in seats), *stack_a, *stack_b]
