"""What a seat knows of a round of Family Favourites, from its table and the events it was shown.

Cards are numbers of the pack here, sets of them bit masks. Whoever drew or passed had nothing to
play: the cards then in that hand are none of those that fitted.
"""

from collections.abc import Sequence
from typing import cast

import msgspec

from games.engine.card_sets import mask_of
from games.engine.cards import Card
from games.engine.observation import SeenEvent
from games.engine.seats import Seat
from games.rules.family_favourites.cards import CALLED, MATCHES, PACK, Call
from games.rules.family_favourites.observation import FamilyObservation

ALL = mask_of(PACK.cards())


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """The round as the seat to act knows it."""

    seat: Seat
    hand: int
    unseen: int
    """The cards that other hands may hold: those in no place that is known."""
    slots: Sequence[Sequence[int]]
    """For each card in each hand, what it cannot be; the seat's own are of no use."""

    def others(self) -> list[Seat]:
        """Return the others in the order in which they act."""
        seats = len(self.slots)
        return [Seat((self.seat + nth) % seats) for nth in range(1, seats)]

    def chance_of_none(self, seat: Seat, fitting: int) -> float:
        """Return the chance that a hand holds none of the cards that fit."""
        chance = 1.0
        for excluded in self.slots[seat]:
            possible = self.unseen & ~excluded
            if possible:
                chance *= 1 - (possible & fitting).bit_count() / possible.bit_count()
        return chance


def fitting_on(card: Card, call: Call | None) -> int:
    """Return the set of cards that may be played on a card."""
    return MATCHES[card] if call is None else CALLED[call]


def read_table(table: FamilyObservation, history: Sequence[SeenEvent]) -> Known:
    """Put together what the seat to act sees and has seen."""
    assert table.turn is not None, "a seat chooses when it is its turn"
    taken: set[Card] = set()
    hand = mask_of(PACK.take(code, taken) for code in table.hand or ())
    for code in table.played:
        PACK.take(code, taken)
    for _ in range(table.buried):
        PACK.take("J", taken)
    slots = _slots_by(history) or [[] for _ in table.hand_sizes]
    return Known(
        seat=table.turn,
        hand=hand,
        unseen=ALL & ~mask_of(taken),
        slots=[
            (each + [0] * size)[:size] for each, size in zip(slots, table.hand_sizes, strict=True)
        ],
    )


def _slots_by(history: Sequence[SeenEvent]) -> list[list[int]]:
    """Return what the cards of each hand cannot be; empty if the deal is not in the history."""
    slots: list[list[int]] = []
    fitting = 0
    for event in history:
        match event.type, event.seat:
            case "RoundDealt", None:
                slots = [[0] * size for size in cast("list[int]", event.data["hand_sizes"])]
                fitting = MATCHES[PACK.first(cast("str", event.data["top"]))]
            case "CardPlayed", int() as seat if slots:
                card = PACK.first(cast("str", event.data["card"]))
                _play(slots[seat], card)
                fitting = fitting_on(card, cast("Call | None", event.data["call"]))
            case ("CardDrawn" | "TurnPassed") as turn, int() as seat if slots:
                slots[seat] = [excluded | fitting for excluded in slots[seat]]
                if turn == "CardDrawn":
                    slots[seat].append(0)
            case _:
                pass
    return slots


def _play(slots: list[int], card: Card) -> None:
    """Take away the slot that the card was most likely in: the one that can be the fewest others.

    No hidden card is told by this: slots are made of public facts alone.
    """
    could = [excluded for excluded in slots if not excluded >> card & 1]
    if could:
        slots.remove(max(could, key=int.bit_count))
