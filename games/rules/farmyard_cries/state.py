"""The whole truth about a game of Farmyard Cries, and its transitions, each written once.

`evolve` and the fast `advance` both go through the methods below; nothing else changes a state.
What is public is set by what the events record, never worked out from hidden cards.
"""

from collections.abc import Sequence
from copy import copy
from typing import Literal, Self, TypeAlias

import msgspec

from games.engine.card_sets import mask_of
from games.engine.cards import Card
from games.engine.ruleset import State
from games.engine.seats import Seat, left_of
from games.rules.farmyard_cries.cards import GroupId
from games.rules.farmyard_cries.moves import Stack

NOBODY = Seat(-1)
"""The turn between two rounds and after the game; the caller while there is no swap."""
UNSEALED = -1

Phase: TypeAlias = Literal["turn", "swap", "race"]
Tie: TypeAlias = Literal["race", "seat-order"]


class Gift(msgspec.Struct, frozen=True):
    """The Young that one seat gave to a crier."""

    seat: Seat
    cards: tuple[Card, ...]


class ScoredRound(msgspec.Struct, frozen=True):
    """How a round ended: who won it with which four cards; nobody if it was void."""

    round: int
    seat: Seat | None
    group: GroupId | None
    cards: tuple[Card, ...]
    points: tuple[int, ...]


class FarmyardState(State, kw_only=True):
    """Hands, two stacks and the Farmyard (2.3). Hands are bit masks; tuples are replaced whole."""

    target: int
    turn_cap: int
    tie: Tie
    hands: list[int]
    scores: tuple[int, ...]
    stack_a: list[Card] = []
    """The face-up card last, so that taking it pops."""
    stack_b: list[Card] = []
    farmyard: list[Card] = []
    """The latest discard last."""
    phase: Phase = "turn"
    turn: Seat = NOBODY
    """The seat to act; in a swap its caller, in a race the seat from which it is settled."""
    caller: Seat = NOBODY
    """Who called the swap that goes on, or that led to the race."""
    dealer: Seat = Seat(0)
    round: int = 0
    turns: int = 0
    """The exchanges and finished swaps of this round, for the cap on turns."""
    prev_swap: bool = False
    """Whether the last turn taken was a swap, so that another is barred (2.8.7)."""
    sealed: tuple[Card, ...] = ()
    """Per seat the card to be passed, which is still in its hand, or UNSEALED."""
    racing: tuple[Seat, ...] = ()
    cries: tuple[tuple[Seat, GroupId], ...] = ()
    """The cries of this round, in order."""
    is_cry_won: bool = False
    """Whether the last of them won the round; all others failed."""
    opened: int = 0
    """How many times decisions have arisen; those of a swap or race arise together."""
    shuffles: int = 0
    last_round: ScoredRound | None = None

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        twin.hands = self.hands.copy()
        twin.stack_a = self.stack_a.copy()
        twin.stack_b = self.stack_b.copy()
        twin.farmyard = self.farmyard.copy()
        return twin

    # --- transitions ---

    def start_round(
        self,
        number: int,
        dealer: Seat,
        hands: Sequence[Sequence[Card]],
        stack_a: Sequence[Card],
        stack_b: Sequence[Card],
    ) -> None:
        """Lay a fresh deal on the table; the stacks have their tops first (2.4)."""
        self.hands = [mask_of(hand) for hand in hands]
        self.stack_a = list(reversed(stack_a))
        self.stack_b = list(reversed(stack_b))
        self.farmyard = []
        self.sealed = (UNSEALED,) * len(self.hands)
        self.cries = ()
        self.is_cry_won = False
        self.prev_swap = False
        self.turns = 0
        self.turn = self.dealer = dealer
        self.round = number
        self.opened += 1
        self.shuffles += 1

    def exchange(self, seat: Seat, card: Card, stack: Stack) -> None:
        """Discard, take, refill the stack if it is empty, and pass the turn left (2.5, 2.6)."""
        pile = self.stack(stack)
        self.hands[seat] ^= 1 << card | 1 << pile.pop()
        self.farmyard.append(card)
        if not pile:
            pile += self.farmyard
            self.farmyard.clear()
        self._end_turn(seat, is_swap=False)

    def call_swap(self, seat: Seat) -> None:
        """Open a swap: from now on every seat owes a card (2.5)."""
        self.phase = "swap"
        self.caller = seat
        self.opened += 1

    def seal(self, seat: Seat, card: Card) -> None:
        """Note the card that a seat will pass; it stays in the hand until all move."""
        sealed = list(self.sealed)
        sealed[seat] = card
        self.sealed = tuple(sealed)

    def pass_cards(self, cards: Sequence[Card]) -> None:
        """Move every chosen card to the left at once and end the caller's turn (2.6)."""
        for giver, card in enumerate(cards):
            self.hands[giver] ^= 1 << card
            self.hands[left_of(Seat(giver), len(cards))] ^= 1 << card
        self._clear_swap()
        self._end_turn(self.turn, is_swap=True)

    def start_race(self, racing: Sequence[Seat], caller: Seat | None) -> None:
        """Let the seats that hold a set race; the turn stays where it was (2.8.20)."""
        self.phase = "race"
        self.racing = tuple(racing)
        self.turn = self.dealer if caller is None else caller
        self.caller = NOBODY if caller is None else caller
        self.prev_swap = False  # as it was before the swap, or else there had been none
        self.opened += 1

    def cry(self, seat: Seat, group: GroupId, given: Sequence[Gift]) -> None:
        """Note a cry and move what was given for it to the crier (2.6)."""
        self.cries = (*self.cries, (seat, group))
        self.is_cry_won = bool(given)
        for gift in given:
            cards = mask_of(gift.cards)
            self.hands[gift.seat] ^= cards
            self.hands[seat] |= cards

    def end_round(self, scored: ScoredRound, scores: Sequence[int]) -> None:
        """Note how a round ended; its cards stay where they are until the next deal (2.7)."""
        self.scores = tuple(scores)
        self.last_round = scored
        self._clear_swap()
        self.racing = ()
        self.turn = NOBODY

    def _clear_swap(self) -> None:
        self.phase = "turn"
        self.caller = NOBODY
        self.sealed = (UNSEALED,) * len(self.hands)

    def _end_turn(self, seat: Seat, *, is_swap: bool) -> None:
        self.prev_swap = is_swap
        self.turns += 1
        self.turn = left_of(seat, len(self.hands))
        self.opened += 1

    # --- questions ---

    def is_over(self) -> bool:
        """Answer whether somebody has reached the target (2.7)."""
        return max(self.scores) >= self.target

    def is_capped(self, turns: int) -> bool:
        """Answer whether a round of so many turns has used them up (rules.md 5)."""
        return 0 < self.turn_cap <= turns

    def stack(self, name: Stack) -> list[Card]:
        """Return a stack, its face-up card last."""
        return self.stack_a if name == "A" else self.stack_b
