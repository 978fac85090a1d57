"""Leaks that this game invites, planted one by one: the contract has to find each."""

import itertools

import pytest

from games.engine.card_sets import cards_of
from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.decisions import Decision
from games.engine.events import Data, Event
from games.engine.seats import Seat
from games.rules.family_favourites.cards import JOKER, PACK
from games.rules.family_favourites.events import CardDrawn, PileRecycled, TurnPassed
from games.rules.family_favourites.game import FamilyFavourites
from games.rules.family_favourites.moves import FamilyMove
from games.rules.family_favourites.observation import FamilyObservation
from games.rules.family_favourites.state import FamilyState
from tests.rules.contract.fold_twins import check_fold_twins, check_swapped_copies
from tests.rules.contract.games import Plan
from tests.rules.contract.names import check_names
from tests.rules.contract.play_twins import check_play_twins
from tests.rules.contract.subject import ROOT, Subject, subject_of
from tests.rules.contract.suite import Check

FOLDER = ROOT / "tests" / "rules" / "family_favourites"
HONEST = FamilyFavourites.event_types


def fits(state: FamilyState, card: Card) -> bool:
    return bool(state.fitting() >> card & 1)


class Variant(FamilyFavourites):
    """Changes the events of a turn, by the state before it."""

    def decide(
        self, state: FamilyState, seat: Seat, move: FamilyMove, chance: Chance
    ) -> list[Event]:
        events = super().decide(state, seat, move, chance)
        return [changed for event in events for changed in self.changed(state, event)]

    def changed(self, state: FamilyState, event: Event) -> list[Event]:
        return [event]


class CardDrawnOpenly(CardDrawn, frozen=True, kw_only=True, tag="CardDrawn"):
    def seen_by(self, seat: Seat | None) -> Data:  # type: ignore[override]  # leaks on purpose
        return self.opened()

    def opened(self) -> Data:  # type: ignore[override]  # leaks on purpose
        return super().opened()


class DrawnCardForAll(Variant):
    """Everybody sees the card drawn."""

    event_types = (*(kind for kind in HONEST if kind is not CardDrawn), CardDrawnOpenly)

    def changed(self, state: FamilyState, event: Event) -> list[Event]:
        if isinstance(event, CardDrawn):
            return [CardDrawnOpenly(seat=event.seat, card=event.card)]
        return [event]


class PileRecycledOpenly(PileRecycled, frozen=True, kw_only=True, tag="PileRecycled"):
    def seen_by(self, seat: Seat | None) -> Data:  # type: ignore[override]  # leaks on purpose
        return {"cards": PACK.codes(self.draw_pile)}

    def opened(self) -> Data:  # type: ignore[override]  # leaks on purpose
        return super().opened()


class RecycledInItsOrder(Variant):
    """The cards of a new draw pile are shown in their order."""

    event_types = (*(kind for kind in HONEST if kind is not PileRecycled), PileRecycledOpenly)

    def changed(self, state: FamilyState, event: Event) -> list[Event]:
        if isinstance(event, PileRecycled):
            return [PileRecycledOpenly(draw_pile=event.draw_pile)]
        return [event]


class FittingDraw(Variant):
    """One event more when the card drawn would have fitted."""

    def changed(self, state: FamilyState, event: Event) -> list[Event]:
        if isinstance(event, CardDrawn) and fits(state, event.card):
            return [event, TurnPassed(seat=event.seat)]
        return [event]

    def evolve(self, state: FamilyState, event: Event) -> None:
        # A seat that has just drawn has not passed.
        if not isinstance(event, TurnPassed) or event.seat == state.turn:
            super().evolve(state, event)


class NumberOfTheDrawer(FamilyFavourites):
    """A decision's number jumps ahead when the next card of the draw pile fits."""

    def decisions(self, state: FamilyState) -> list[Decision]:
        jump = bool(state.draw_pile) and fits(state, state.draw_pile[-1])
        return [
            Decision(owed.seat, owed.kind, 2 * owed.opened + jump)
            for owed in super().decisions(state)
        ]


class JokersAtTheBottom(FamilyFavourites):
    """All jokers at the bottom count as buried, though nobody saw them go there."""

    def observe(self, state: FamilyState, seat: Seat | None) -> FamilyObservation:
        bottom = itertools.takewhile(lambda card: card >= JOKER, state.draw_pile)
        table = super().observe(state, seat).table()
        return FamilyObservation(**{**table, "buried": sum(1 for _ in bottom)})


class HandInTheOrderOfCopies(FamilyFavourites):
    """Which copies a seat holds decides the order of its hand."""

    def observe(self, state: FamilyState, seat: Seat | None) -> FamilyObservation:
        honest = super().observe(state, seat)
        if seat is None:
            return honest
        hand = sorted(cards_of(state.hands[seat]), key=lambda card: (card % 2, card))
        return FamilyObservation(**{**honest.table(), "hand": tuple(PACK.codes(hand))})


LEAKS: dict[type[FamilyFavourites], list[Check]] = {
    DrawnCardForAll: [check_names, check_fold_twins, check_play_twins],
    RecycledInItsOrder: [check_fold_twins, check_play_twins],
    FittingDraw: [check_play_twins],
    NumberOfTheDrawer: [check_fold_twins, check_play_twins],
    JokersAtTheBottom: [check_fold_twins, check_play_twins],
    HandInTheOrderOfCopies: [check_swapped_copies, check_play_twins],
}


@pytest.mark.parametrize(
    ("variant", "check"),
    [(variant, check) for variant, checks in LEAKS.items() for check in checks],
    ids=lambda each: each.__name__,
)
def test_a_leak_is_found(variant: type[FamilyFavourites], check: Check):
    subject = subject_of(variant(), FOLDER)
    with pytest.raises(AssertionError, match=r"(seat \d|a spectator) at version \d+"):
        look_for_it(check, subject)


def look_for_it(check: Check, subject: Subject) -> None:
    for seed, seats in itertools.product(range(100), (6, 2, 4)):
        check(subject, Plan(seats=seats, seed=seed, moves=80))
