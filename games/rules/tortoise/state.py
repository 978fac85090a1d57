"""The whole truth about a Tortoise Game, and its transitions, each written once.

`evolve` goes through the methods below; nothing else changes a state.
"""

from collections.abc import Sequence
from copy import copy
from typing import Self

from games.engine.card_sets import BITS, mask_of
from games.engine.cards import Card
from games.engine.ruleset import State
from games.engine.seats import Seat
from games.rules.tortoise.going import NOBODY, first_with_cards


class TortoiseState(State, kw_only=True):
    """Hands and the offer on the table (4.3). Sets of cards are bit masks."""

    turn_cap: int
    """After so many draws the holder of the Tortoise loses; 0 for no cap."""
    hands: list[int]
    offer: tuple[Card, ...] = ()
    """The offerer's hand in its hidden order; empty between a draw and the next offer."""
    offerer: Seat = NOBODY
    drawer: Seat = NOBODY
    dealer: Seat = Seat(0)
    out: list[Seat] = []
    """The seats without cards, in the order in which they went out."""
    thrown: list[Card] = []
    """One card of each pair thrown out, in order."""
    turns: int = 0
    """How many cards were drawn."""
    opened: int = 0
    """How many decisions have arisen."""
    shuffles: int = 0
    loser: Seat = NOBODY

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        twin.hands = self.hands.copy()
        twin.out = self.out.copy()
        twin.thrown = self.thrown.copy()
        return twin

    # --- transitions ---

    def start(self, dealer: Seat, hands: Sequence[Sequence[Card]]) -> None:
        """Lay a fresh deal on the table (4.2)."""
        self.dealer = dealer
        self.hands = [mask_of(hand) for hand in hands]
        self.shuffles += 1

    def throw_out(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Move pairs out of a hand; without a card left its seat is out (4.4, 4.5)."""
        self.hands[seat] ^= mask_of(cards)
        self.thrown += cards[::2]
        if not self.hands[seat]:
            self.out.append(seat)

    def offer_hand(self, seat: Seat, order: Sequence[Card]) -> None:
        """Put a hand on offer; the first seat with cards on its left has to draw (4.5)."""
        self.offerer = seat
        self.offer = tuple(order)
        self.drawer = first_with_cards(self.hands, seat + 1)
        self.opened += 1
        self.shuffles += 1

    def draw(self, drawer: Seat, card: Card) -> None:
        """Move the drawn card from the offerer to the drawer (4.5)."""
        hands, bit = self.hands, BITS[card]
        hands[self.offerer] ^= bit
        hands[drawer] |= bit
        self.offer = ()
        self.turns += 1

    def hand_on(self, giver: Seat, receiver: Seat, card: Card) -> None:
        """Move the last card of a seat, which is out with that (4.5)."""
        self.hands[giver] = 0
        self.hands[receiver] |= BITS[card]
        self.out.append(giver)

    def end(self, loser: Seat) -> None:
        """Note who loses (4.6)."""
        self.loser = loser
        self.offerer = self.drawer = NOBODY

    # --- questions ---

    def is_capped(self, turns: int) -> bool:
        """Answer whether so many draws are as many as the cap allows (rules.md 5)."""
        return 0 < self.turn_cap <= turns

    def holder_of(self, card: Card) -> Seat:
        """Return the seat that holds a card."""
        return Seat(next(seat for seat, hand in enumerate(self.hands) if hand >> card & 1))
