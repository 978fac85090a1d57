"""Leaks that this game invites, planted one by one: the contract has to find each."""

import itertools

import pytest

from games.engine.chance import Chance
from games.engine.events import Data, Event
from games.engine.seats import Seat
from games.rules.tortoise.cards import PACK, TORTOISE
from games.rules.tortoise.events import CardDrawn, CardHandedOn, HandOffered, RoundEnded
from games.rules.tortoise.game import Tortoise
from games.rules.tortoise.going import NOBODY
from games.rules.tortoise.moves import Draw
from games.rules.tortoise.observation import TortoiseObservation
from games.rules.tortoise.state import TortoiseState
from tests.rules.contract.fold_twins import check_fold_twins
from tests.rules.contract.games import Plan
from tests.rules.contract.names import check_names
from tests.rules.contract.play_twins import check_play_twins
from tests.rules.contract.subject import ROOT, Subject, subject_of
from tests.rules.contract.suite import Check

FOLDER = ROOT / "tests" / "rules" / "tortoise"
HONEST = Tortoise.event_types


class OfferInItsOrder(Tortoise):
    """The offerer sees its hand in the order offered."""

    def observe(self, state: TortoiseState, seat: Seat | None) -> TortoiseObservation:
        honest = super().observe(state, seat)
        if seat != state.offerer:
            return honest
        return TortoiseObservation(**{**honest.table(), "hand": tuple(PACK.codes(state.offer))})


class HandOfferedToItsSeat(HandOffered, frozen=True, kw_only=True, tag="HandOffered"):
    def seen_by(self, seat: Seat | None) -> Data:  # type: ignore[override]  # leaks on purpose
        return self.opened() if seat == self.seat else {}

    def opened(self) -> Data:  # type: ignore[override]  # leaks on purpose
        return super().opened()


class OfferInAnEvent(Tortoise):
    """The offerer is told the order in the event."""

    event_types = (*(kind for kind in HONEST if kind is not HandOffered), HandOfferedToItsSeat)

    def decide(self, state: TortoiseState, seat: Seat, move: Draw, chance: Chance) -> list[Event]:
        events = super().decide(state, seat, move, chance)
        *rest, last = events
        if not isinstance(last, HandOffered):
            return events
        return [*rest, HandOfferedToItsSeat(seat=last.seat, cards=last.cards)]


class CardDrawnOpenly(CardDrawn, frozen=True, kw_only=True, tag="CardDrawn"):
    def seen_by(self, seat: Seat | None) -> Data:  # type: ignore[override]  # leaks on purpose
        return self.opened()

    def opened(self) -> Data:  # type: ignore[override]  # leaks on purpose
        return super().opened()


class DrawnCardForAll(Tortoise):
    """Everybody sees the card drawn."""

    event_types = (*(kind for kind in HONEST if kind is not CardDrawn), CardDrawnOpenly)

    def decide(self, state: TortoiseState, seat: Seat, move: Draw, chance: Chance) -> list[Event]:
        first, *rest = super().decide(state, seat, move, chance)
        assert isinstance(first, CardDrawn)
        drawn = CardDrawnOpenly(
            seat=first.seat, offerer=first.offerer, position=first.position, card=first.card
        )
        return [drawn, *rest]


class PairsInTheOrderOfCopies(Tortoise):
    """Which copy was drawn decides the order of events behind a draw."""

    def decide(self, state: TortoiseState, seat: Seat, move: Draw, chance: Chance) -> list[Event]:
        events = super().decide(state, seat, move, chance)
        first, *rest = events
        assert isinstance(first, CardDrawn)
        if first.card % 2 and len(rest) > 1 and rest[0].type == "PairsThrown":
            return [rest[0], first, *rest[1:]]
        return events


class TortoisePassedOn(Tortoise):
    """One event more when it is the Tortoise that changes hands."""

    def decide(self, state: TortoiseState, seat: Seat, move: Draw, chance: Chance) -> list[Event]:
        events = super().decide(state, seat, move, chance)
        drawn = state.offer[move.position]
        if drawn == TORTOISE and isinstance(events[-1], HandOffered):
            return [*events[:-1], events[-1], RoundEnded(loser=NOBODY)]
        return events

    def evolve(self, state: TortoiseState, event: Event) -> None:
        if not isinstance(event, RoundEnded) or event.loser != NOBODY:
            super().evolve(state, event)


class HandedOnOpenly(CardHandedOn, frozen=True, kw_only=True, tag="CardHandedOn"):
    def seen_by(self, seat: Seat | None) -> Data:  # type: ignore[override]  # leaks on purpose
        return self.opened()

    def opened(self) -> Data:  # type: ignore[override]  # leaks on purpose
        return super().opened()


class HandedOnForAll(Tortoise):
    """Everybody sees the card that is handed on."""

    event_types = (*(kind for kind in HONEST if kind is not CardHandedOn), HandedOnOpenly)

    def decide(self, state: TortoiseState, seat: Seat, move: Draw, chance: Chance) -> list[Event]:
        return [
            HandedOnOpenly(seat=event.seat, receiver=event.receiver, card=event.card)
            if isinstance(event, CardHandedOn)
            else event
            for event in super().decide(state, seat, move, chance)
        ]


LEAKS: dict[type[Tortoise], list[Check]] = {
    OfferInItsOrder: [check_play_twins],
    OfferInAnEvent: [check_play_twins],
    DrawnCardForAll: [check_names, check_fold_twins, check_play_twins],
    HandedOnForAll: [check_names, check_fold_twins, check_play_twins],
    PairsInTheOrderOfCopies: [check_play_twins],
    TortoisePassedOn: [check_play_twins],
}


@pytest.mark.parametrize(
    ("variant", "check"),
    [(variant, check) for variant, checks in LEAKS.items() for check in checks],
    ids=lambda each: each.__name__,
)
def test_a_leak_is_found(variant: type[Tortoise], check: Check):
    subject = subject_of(variant(), FOLDER)
    with pytest.raises(AssertionError, match=r"(seat \d|a spectator) at version \d+"):
        look_for_it(check, subject)


def look_for_it(check: Check, subject: Subject) -> None:
    for seed, seats in itertools.product(range(60), range(2, 7)):
        check(subject, Plan(seats=seats, seed=seed, moves=60))
