"""What a seat knows of a round of Mow, read from its observation and the events it was shown.

Cards are numbers of the pack here. Which twin is which nobody knows, so it is made up.
"""

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from games.engine.card_sets import mask_of
from games.engine.cards import Card
from games.engine.observation import SeenEvent
from games.engine.seats import Seat
from games.rules.mow.cards import ACROBAT, NUMBER, PACK, SLOWPOKE, TOP_NUMBER
from games.rules.mow.observation import MowObservation


class Herd(msgspec.Struct, frozen=True):
    """A herd as far as it decides what may join it; sets are bit masks."""

    cards: int = 0
    numbers: int = 0
    """Of its plain cows and blockers."""
    slots: int = 0
    """The numbers for which slowpokes stand."""

    @property
    def low(self) -> int:
        """Return the lowest number; above all numbers if the herd is empty."""
        return (self.numbers & -self.numbers).bit_length() - 1 if self.numbers else TOP_NUMBER + 1

    @property
    def high(self) -> int:
        """Return the highest number; below all numbers if the herd is empty."""
        return self.numbers.bit_length() - 1

    def accepts(self, card: Card) -> bool:
        """Answer whether a card may join."""
        if card < ACROBAT:
            return not self.low <= NUMBER[card] <= self.high
        if card < SLOWPOKE:
            return bool(self.numbers >> NUMBER[card] & 1)
        return self.has_gap()

    def has_gap(self) -> bool:
        """Answer whether a number is missing between the ends."""
        if not self.numbers:
            return False
        every = (2 << self.high) - (1 << self.low)
        return bool(every & ~self.numbers & ~self.slots)

    def joined_by(self, card: Card, slot: int | None = None) -> "Herd":
        """Return the herd after a card has joined it."""
        cards = self.cards | 1 << card
        if slot is not None:
            return Herd(cards, self.numbers, self.slots | 1 << slot)
        if card >= ACROBAT:
            return Herd(cards, self.numbers, self.slots)
        return Herd(cards, self.numbers | 1 << NUMBER[card], self.slots)


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """The round as the seat to act knows it."""

    seat: Seat
    hand: list[Card]
    herd: Herd
    stable: int
    """The cards in its own stable."""
    gone: int
    """The cards in the stables of the others."""
    unseen: list[Card]
    """The cards in the deck and in other hands, ascending."""
    hand_sizes: Sequence[int]
    deck_size: int
    arrow: str
    totals: Sequence[int]

    def next_seats(self, arrow: str) -> list[Seat]:
        """Return the others in the order in which they would act."""
        seats = len(self.hand_sizes)
        step = 1 if arrow == "L" else -1
        return [Seat((self.seat + step * nth) % seats) for nth in range(1, seats)]


def read_table(table: MowObservation, history: Sequence[SeenEvent]) -> Known:
    """Put together what the seat to act sees and has seen."""
    assert table.turn is not None, "a seat chooses when it is its turn"
    taken: set[Card] = set()
    hand = _take(table.hand or (), taken)
    stable = mask_of(_take(table.stable or (), taken))
    herd = _read_herd(table.herd, taken)
    gone = 0
    for event in history:
        if event.type == "HerdTaken" and event.seat != table.turn:
            gone |= mask_of(_take(cast("Sequence[str]", event.data["cards"]), taken))
    return Known(
        seat=table.turn,
        hand=hand,
        herd=herd,
        stable=stable,
        gone=gone,
        unseen=[card for card in PACK.cards() if card not in taken],
        hand_sizes=table.hand_sizes,
        deck_size=table.deck_size,
        arrow=table.arrow,
        totals=table.totals,
    )


def _take(codes: Iterable[str], taken: set[Card]) -> list[Card]:
    return [PACK.take(code, taken) for code in codes]


def _read_herd(places: Sequence[str], taken: set[Card]) -> Herd:
    herd = Herd()
    for place in places:
        cow, _, slot = place.partition("@")
        for code in cow.split("^"):
            herd = herd.joined_by(PACK.take(code, taken), int(slot) if slot else None)
    return herd
