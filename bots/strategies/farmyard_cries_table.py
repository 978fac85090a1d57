"""What a seat knows of a round of Farmyard Cries, read from its observation and its events.

After the deal every card that a seat takes lay face up before, and every card that is turned up
is nobody's: only discards and the cards of a swap move out of sight. So each card has for each
other seat a chance of being in its hand, which what is seen sets to all or nothing and every
hidden discard makes smaller.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.card_sets import cards_of, mask_of
from games.engine.cards import Card
from games.engine.observation import SeenEvent
from games.engine.seats import Seat, left_of
from games.rules.farmyard_cries.cards import GROUPS, HAND_SIZE, PACK, Group
from games.rules.farmyard_cries.observation import FarmyardObservation

KEPT = 0.8
"""The chance that a card dealt to another seat outlasts one of its discards, or of its passes."""
TREASURED = 0.93
"""The same of a card that the seat took, for it wanted it."""


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """The round as one seat knows it."""

    seat: Seat | None
    """Its own; None while nothing has told it, which takes a swap before its first turn."""
    hand: int
    face_up: Mapping[str, Card]
    held: list[list[float]]
    """For each card the chance of each other seat to hold it."""
    cried: frozenset[str]
    """The groups that the seat has cried."""

    def chance_of_cry(self, group: Group) -> float:
        """Return the chance that another seat holds Young of a group."""
        none = 1.0
        for card in cards_of(group.young):
            none *= 1 - self.chance_held(card)
        return 1 - none

    def chance_held(self, card: Card) -> float:
        """Return the chance that another seat holds a card."""
        return min(1.0, sum(self.held[card]))


def read_table(table: FarmyardObservation, history: Sequence[SeenEvent]) -> Known:
    """Put together what the seat sees and has seen since the deal."""
    seats = len(table.hand_sizes)
    seat = _own_seat(table, history)
    hand = mask_of(map(PACK.first, table.hand or ()))
    beliefs = _Beliefs(seats, seat, hand)
    for event in history:
        beliefs.follow(event)
    face_up = {
        name: PACK.first(code)
        for name, code in (("A", table.face_up["A"]), ("B", table.face_up["B"]))
        if code is not None
    }
    for card in (*cards_of(hand), *face_up.values()):
        beliefs.nobody_holds(card)
    return Known(
        seat=seat,
        hand=hand,
        face_up=face_up,
        held=beliefs.held,
        cried=frozenset(cry.group for cry in table.cries if cry.seat == seat),
    )


def _own_seat(table: FarmyardObservation, history: Sequence[SeenEvent]) -> Seat | None:
    """Return the viewer's seat: who is to act, or the only one that nobody else can be."""
    if table.phase == "turn":
        return table.turn
    others = set(table.chosen)
    for event in history:
        if event.type != "CardExchanged" or event.seat is None:
            continue
        if "discarded" not in event.data:
            others.add(event.seat)
        elif not event.data["refilled"]:
            return event.seat
    left = [Seat(seat) for seat in range(len(table.hand_sizes)) if seat not in others]
    return left[0] if len(left) == 1 else None


class _Beliefs:
    """The chances of the other seats to hold each card, kept up to date event by event."""

    def __init__(self, seats: int, seat: Seat | None, hand: int) -> None:
        self._seats = seats
        self._seat = seat
        self._treasures: list[set[Card]] = [set() for _ in range(seats)]
        unseen = len(PACK) - HAND_SIZE
        dealt = [0.0 if other == seat else HAND_SIZE / unseen for other in range(seats)]
        self.held = [[0.0] * seats if hand >> card & 1 else dealt.copy() for card in PACK.cards()]

    def follow(self, event: SeenEvent) -> None:
        """Take in one event as it was shown."""
        shown: Mapping[str, Any] = event.data
        match event.type:
            case "RoundDealt":
                for code in (*shown.get("hand", ()), *shown["face_up"].values()):
                    self.nobody_holds(PACK.first(code))
            case "CardExchanged":
                assert event.seat is not None
                self._exchange(event.seat, shown)
            case "CardsPassed":
                self._pass(shown.get("given"))
            case "GroupCried":
                assert event.seat is not None
                self._fail_cry(event.seat, GROUPS[shown["group"]])
            case _:
                pass

    def nobody_holds(self, card: Card) -> None:
        """Note that no other seat holds a card."""
        self.held[card] = [0.0] * self._seats

    def _exchange(self, seat: Seat, shown: Mapping[str, Any]) -> None:
        if seat != self._seat:
            for card, chances in enumerate(self.held):
                chances[seat] *= self._kept(seat, card)
        taken = PACK.first(shown["taken"])
        self.nobody_holds(taken)
        if seat != self._seat:
            self.held[taken][seat] = 1.0
            self._treasures[seat].add(taken)
        for code in (shown["turned_up"], shown.get("discarded")):
            if code is not None:
                self.nobody_holds(PACK.first(code))

    def _pass(self, given: str | None) -> None:
        for card, chances in enumerate(self.held):
            kept = [chance * self._kept(seat, card) for seat, chance in enumerate(chances)]
            for seat in range(self._seats):
                left = left_of(Seat(seat), self._seats)
                if left != self._seat:
                    kept[left] += chances[seat] - chances[seat] * self._kept(seat, card)
            self.held[card] = kept
        if given is None:
            return
        card = PACK.first(given)
        if self._seat is None:
            self.held[card] = [1 / self._seats] * self._seats
        else:
            self.nobody_holds(card)
            self.held[card][left_of(self._seat, self._seats)] = 1.0

    def _kept(self, seat: int, card: Card) -> float:
        return TREASURED if card in self._treasures[seat] else KEPT

    def _fail_cry(self, crier: Seat, group: Group) -> None:
        """Draw the conclusions: the crier has the Mother, and nobody else has Young (2.10)."""
        for card in cards_of(group.young):
            kept = self.held[card][crier]
            self.nobody_holds(card)
            self.held[card][crier] = kept
        if crier != self._seat:
            [mother] = cards_of(group.mother)
            self.nobody_holds(mother)
            self.held[mother][crier] = 1.0
            self._treasures[crier].add(mother)
