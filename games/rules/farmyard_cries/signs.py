"""What moves of Farmyard Cries do for the seat on the left: what it is passed, and what is left it.

Judged by the true hands. A hand is parted into what everybody has seen its seat take, and what
nobody could know: who finds what suits the second part oftener than chance was told.
"""

from collections.abc import Sequence

from games.engine.card_sets import BITS, cards_of
from games.engine.cards import Card
from games.engine.events import Event
from games.engine.seats import Seat, left_of
from games.engine.signs.witness import Kind, Sign, Witness, measured
from games.rules.farmyard_cries.cards import GROUPS
from games.rules.farmyard_cries.events import CardExchanged, RoundDealt
from games.rules.farmyard_cries.moves import STACKS, Exchange, FarmyardMove, Pass, Stack
from games.rules.farmyard_cries.state import FarmyardState

_OTHERS = 0.3
"""What all other groups count beside the best one."""
_PARTS = 4


class FarmyardWitness(Witness[FarmyardState, FarmyardMove]):
    """Measures passed cards in swaps, and which face-up card the next seat was left."""

    def __init__(self) -> None:
        self._taken: list[int] = []
        """Per seat the cards it was seen to take in this round, be they still in its hand or not."""

    def see(self, event: Event) -> None:
        """Remember who takes which face-up card."""
        if isinstance(event, RoundDealt):
            self._taken = [0] * len(event.hands)
        elif isinstance(event, CardExchanged):
            self._taken[event.seat] |= BITS[event.taken]

    def signs_of(self, state: FarmyardState, seat: Seat, move: FarmyardMove) -> Sequence[Sign]:
        """Return it for the seat on the left."""
        left = left_of(seat, len(state.hands))
        hand = state.hands[left]
        if isinstance(move, Exchange):
            left_lying = {taken: gain(hand, _other_top(state, taken)) for taken in STACKS}
            values = list(left_lying.values())
            return measured(Kind.SPARED, left, left_lying[move.stack], values)
        if isinstance(move, Pass):
            return self._of_pass(hand, hand & self._taken[left], left, move, state.hands[seat])
        return ()

    def _of_pass(self, hand: int, seen: int, left: Seat, move: Pass, own: int) -> Sequence[Sign]:
        cards = cards_of(own)
        known = {card: gain(seen, card) for card in cards}
        unknown = {card: gain(hand, card) - known[card] for card in cards}
        chosen = move.card
        return [
            *measured(Kind.GIFT_KNOWN, left, known[chosen], list(known.values())),
            *measured(Kind.GIFT_UNKNOWN, left, unknown[chosen], list(unknown.values())),
        ]


def gain(hand: int, card: Card) -> float:
    """Return what a card more is worth to a hand."""
    return _worth(hand | BITS[card]) - _worth(hand)


def _worth(hand: int) -> float:
    """Return how near a hand is to sets, dear ones above all."""
    worths: list[float] = [
        group.value**0.5 * (sum(bool(hand & part) for part in group[2:]) / _PARTS) ** 2
        for group in GROUPS.values()
    ]
    best = max(worths)
    return best + _OTHERS * (sum(worths) - best)


def _other_top(state: FarmyardState, taken: Stack) -> Card:
    """Return the card that lies face up for the next seat, whatever is turned up beside it."""
    return state.stack("B" if taken == "A" else "A")[-1]
