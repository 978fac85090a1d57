"""The whole truth about a game of Mow, and its transitions, each written once.

`evolve` and the fast `advance` both go through the methods below; nothing else changes a state.
"""

from bisect import insort
from collections.abc import Sequence
from copy import copy
from typing import Self

import msgspec

from games.engine.card_sets import cards_of, mask_of
from games.engine.cards import Card
from games.engine.ruleset import State
from games.engine.seats import Seat, going_left
from games.rules.mow.cards import ACROBAT, NUMBER, SLOWPOKE, TOP_NUMBER, points_of
from games.rules.mow.moves import Arrow

NOBODY = Seat(-1)
"""The turn between two rounds and after the game."""

_STEP = {"L": 1, "R": -1}


class ScoredRound(msgspec.Struct, frozen=True):
    """What became public when a round was scored."""

    round: int
    hands: tuple[tuple[Card, ...], ...]
    """The cards left over, per seat, ascending."""
    points: tuple[int, ...]


class MowState(State, kw_only=True):
    """Hands, deck, herd and stables (1.3). Sets of cards and of numbers are bit masks."""

    limit: int
    hands: list[list[Card]]
    """Each in ascending order."""
    stables: list[int]
    totals: list[int]
    deck: list[Card] = []
    """The top card last, so that drawing pops."""
    herd: int = 0
    numbers: int = 0
    """The numbers of the plain cows and blockers in the herd."""
    slots: int = 0
    """The numbers for which a slowpoke stands."""
    low: int = TOP_NUMBER + 1
    """The lowest number in the herd; above all numbers while it is empty, so that any cow opens."""
    high: int = -1
    arrow: Arrow = "L"
    opening: bool = False
    """Whether the seat to act has just taken the herd: the phase `open`."""
    turn: Seat = NOBODY
    starter: Seat = Seat(0)
    round: int = 0
    opened: int = 0
    """How many decisions have arisen."""
    shuffles: int = 0
    last_round: ScoredRound | None = None

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.deck = self.deck.copy()
        twin.stables = self.stables.copy()
        twin.totals = self.totals.copy()
        return twin

    # --- transitions ---

    def start_round(
        self, number: int, starter: Seat, hands: Sequence[Sequence[Card]], deck: Sequence[Card]
    ) -> None:
        """Lay a fresh deal on the table; `deck` has its top card first (1.4)."""
        self.hands = [sorted(hand) for hand in hands]
        self.deck = list(reversed(deck))
        self.stables = [0] * len(self.hands)
        self._clear_herd()
        self.arrow = "L"
        self.opening = False
        self.turn = self.starter = starter
        self.round = number
        self.opened += 1
        self.shuffles += 1

    def add_to_herd(self, seat: Seat, card: Card, slot: int | None, arrow: Arrow | None) -> None:
        """Move a card from a hand to the herd and pass the turn along the arrow (1.5, 1.6)."""
        self.hands[seat].remove(card)
        self.herd |= 1 << card
        if card < ACROBAT:
            number = NUMBER[card]
            self.numbers |= 1 << number
            self.low = min(self.low, number)
            self.high = max(self.high, number)
        elif slot is not None:
            self.slots |= 1 << slot
        if arrow is not None:
            self.arrow = arrow
        self.opening = False
        self.turn = Seat((seat + _STEP[self.arrow]) % len(self.hands))
        self.opened += 1

    def draw(self, seat: Seat, card: Card) -> None:
        """Move the top card of the deck, which is `card`, to a hand (1.6)."""
        self.deck.pop()
        insort(self.hands[seat], card)

    def take_herd(self, seat: Seat) -> None:
        """Move the herd to a stable; its seat then opens a new one, if the deck has cards (1.6)."""
        self.stables[seat] |= self.herd
        self._clear_herd()
        if self.deck:
            self.opening = True
            self.opened += 1
        else:
            self.turn = NOBODY

    def end_round(self, scored: ScoredRound, totals: Sequence[int]) -> None:
        """Move what is left in the hands to the stables and note the scores (1.7)."""
        for seat, hand in enumerate(scored.hands):
            self.stables[seat] |= mask_of(hand)
            self.hands[seat] = []
        self.totals = list(totals)
        self.last_round = scored
        self.turn = NOBODY

    def _clear_herd(self) -> None:
        self.herd = self.numbers = self.slots = 0
        self.low = TOP_NUMBER + 1
        self.high = -1

    # --- questions ---

    def is_over(self) -> bool:
        """Answer whether somebody has more flies than the limit (1.9.32)."""
        return max(self.totals) > self.limit

    def held(self, seat: Seat, card: Card) -> Card:
        """Return which card of a hand a play of `card` takes: the lowest of its twins."""
        return card if card in self.hands[seat] else card + 1

    def open_slots(self) -> list[int]:
        """Return the missing numbers for which a slowpoke may stand, ascending (1.9.14-18)."""
        if self.high - self.low < 2:  # noqa: PLR2004 - two neighbours have no gap
            return []
        inside = (1 << self.high) - (2 << self.low)
        return cards_of(inside & ~self.numbers & ~self.slots)

    def herd_line(self) -> list[tuple[Card, int]]:
        """Return the herd from its low end, each card with the number at which it stands.

        An acrobat follows the cow it lies on. Of two slowpokes the first stands lower, which is
        as good as the truth, for they are twins.
        """
        slots = cards_of(self.slots)
        line = [
            (card, NUMBER[card] if card < SLOWPOKE else slots.pop(0))
            for card in cards_of(self.herd)
        ]
        return sorted(line, key=lambda place: (place[1], place[0]))

    def score(self) -> ScoredRound:
        """Return what the end of the round makes public (1.7)."""
        hands = tuple(tuple(hand) for hand in self.hands)
        points = tuple(
            points_of(stable | mask_of(hand))
            for stable, hand in zip(self.stables, hands, strict=True)
        )
        return ScoredRound(self.round, hands, points)

    def totals_with(self, points: Sequence[int]) -> list[int]:
        """Return the totals after a round with these flies per seat."""
        return [total + flies for total, flies in zip(self.totals, points, strict=True)]

    def next_starter(self) -> Seat:
        """Return the seat with the highest total, the first left of the old starter (1.9.4)."""
        seats = len(self.totals)
        most = max(self.totals)
        after = Seat((self.starter + 1) % seats)
        return next(seat for seat in going_left(after, seats) if self.totals[seat] == most)
