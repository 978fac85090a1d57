"""The deal of a round and the card turned up after it (3.2, 3.4)."""

from collections.abc import Sequence

import msgspec

from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.seats import Seat, going_left, left_of
from games.rules.family_favourites.cards import JOKER, PACK

Hands = tuple[tuple[Card, ...], ...]


class Deal(msgspec.Struct, frozen=True):
    """Where the cards lie before the first turn."""

    hands: Hands
    """Per seat, in the order dealt."""
    top: Card
    """The card turned up, never a joker."""
    draw_pile: tuple[Card, ...]
    """The top first."""
    buried: int
    """How many jokers were turned up before `top`; they are the last of the draw pile."""


def hand_size(seats: int) -> int:
    """Return how many cards each seat is dealt (3.2)."""
    return 6 if seats <= 3 else 5  # noqa: PLR2004 - the sheet's own bound


def deal_cards(dealer: Seat, seats: int, chance: Chance) -> Deal:
    """Shuffle the pack and deal one card at a time, going left, the dealer last.

    Jokers that turn up go to the bottom of the draw pile, one below the other (3.7.4).
    """
    order = chance.shuffle(PACK.cards(), "deal")
    dealt = hand_size(seats) * seats
    hands = {
        seat: tuple(order[nth:dealt:seats])
        for nth, seat in enumerate(going_left(left_of(dealer, seats), seats))
    }
    up = next(at for at in range(dealt, len(order)) if order[at] < JOKER)
    return Deal(
        hands=tuple(hands[Seat(seat)] for seat in range(seats)),
        top=order[up],
        draw_pile=(*order[up + 1 :], *order[dealt:up]),
        buried=up - dealt,
    )


def dealt_order(dealer: Seat, deal: Deal) -> Sequence[Card]:
    """Return the order of the pack from which `deal_cards` made this deal."""
    hands, pile = deal.hands, deal.draw_pile
    seats = list(going_left(left_of(dealer, len(hands)), len(hands)))
    unburied = len(pile) - deal.buried
    return [
        *(hands[seat][nth] for nth in range(hand_size(len(hands))) for seat in seats),
        *pile[unburied:],
        deal.top,
        *pile[:unburied],
    ]
