"""Leaks that this game invites, planted one by one: the contract has to find each."""

import itertools

import pytest

from games.engine.chance import Chance
from games.engine.errors import IllegalMoveError
from games.engine.events import Data, Event
from games.engine.seats import Seat
from games.rules.farmyard_cries.cards import GROUPS, MOTHERS, PACK
from games.rules.farmyard_cries.events import CardExchanged, CardSealed, CardsPassed
from games.rules.farmyard_cries.game import FarmyardCries
from games.rules.farmyard_cries.legality import free_moves
from games.rules.farmyard_cries.moves import Cry, FarmyardMove
from games.rules.farmyard_cries.observation import FarmyardObservation
from games.rules.farmyard_cries.state import FarmyardState
from tests.rules.contract.fold_twins import check_fold_twins
from tests.rules.contract.games import Plan
from tests.rules.contract.names import check_names
from tests.rules.contract.play_twins import check_play_twins
from tests.rules.contract.subject import ROOT, Subject, subject_of
from tests.rules.contract.suite import Check

FOLDER = ROOT / "tests" / "rules" / "farmyard_cries"
HONEST = FarmyardCries.event_types


class CardSealedOpenly(CardSealed, frozen=True, kw_only=True, tag="CardSealed"):
    def seen_by(self, seat: Seat | None) -> Data:  # type: ignore[override]  # leaks on purpose
        return self.opened()

    def opened(self) -> Data:  # type: ignore[override]  # leaks on purpose
        return super().opened()


class SealedCardForAll(FarmyardCries):
    """Everybody sees the card that a seat seals."""

    event_types = (*(kind for kind in HONEST if kind is not CardSealed), CardSealedOpenly)

    def decide(
        self, state: FarmyardState, seat: Seat, move: FarmyardMove, chance: Chance
    ) -> list[Event]:
        return [
            CardSealedOpenly(seat=event.seat, card=event.card)
            if isinstance(event, CardSealed)
            else event
            for event in super().decide(state, seat, move, chance)
        ]


class CardsPassedOpenly(CardsPassed, frozen=True, kw_only=True, tag="CardsPassed"):
    def seen_by(self, seat: Seat | None) -> Data:  # type: ignore[override]  # leaks on purpose
        return self.opened()

    def opened(self) -> Data:  # type: ignore[override]  # leaks on purpose
        return super().opened()


class PassedCardsForAll(FarmyardCries):
    """Everybody sees what was passed to whom."""

    event_types = (*(kind for kind in HONEST if kind is not CardsPassed), CardsPassedOpenly)

    def decide(
        self, state: FarmyardState, seat: Seat, move: FarmyardMove, chance: Chance
    ) -> list[Event]:
        return [
            CardsPassedOpenly(cards=event.cards) if isinstance(event, CardsPassed) else event
            for event in super().decide(state, seat, move, chance)
        ]


class WhoCouldCry(FarmyardCries):
    """The order of the seats that have chosen tells whether one of them could cry."""

    def observe(self, state: FarmyardState, seat: Seat | None) -> FarmyardObservation:
        table = super().observe(state, seat).table()
        criers = [s for s in table["chosen"] if free_moves(state, s)]
        table["chosen"] = [*criers, *(s for s in table["chosen"] if s not in criers)]
        return FarmyardObservation(**table)


class OrderOfChoices(FarmyardCries):
    """The seats that have chosen are listed by the cards they chose."""

    def observe(self, state: FarmyardState, seat: Seat | None) -> FarmyardObservation:
        table = super().observe(state, seat).table()
        table["chosen"] = sorted(table["chosen"], key=lambda one: state.sealed[one])
        return FarmyardObservation(**table)


class CriesThatWillSucceed(FarmyardCries):
    """Only a cry that would be answered is offered."""

    def free_moves(self, state: FarmyardState, seat: Seat) -> list[FarmyardMove]:
        return [
            move
            for move in super().free_moves(state, seat)
            if isinstance(move, Cry) and self._is_held(state, seat, move)
        ]

    def _is_held(self, state: FarmyardState, seat: Seat, move: Cry) -> bool:
        young = GROUPS[move.group].young
        return any(hand & young for other, hand in enumerate(state.hands) if other != seat)


class TopOfTheFarmyard(FarmyardCries):
    """The latest discard lies open."""

    def observe(self, state: FarmyardState, seat: Seat | None) -> FarmyardObservation:
        table = super().observe(state, seat).table()
        if state.farmyard:
            table["face_up"]["A"] = PACK.code_of[state.farmyard[-1]]
        return FarmyardObservation(**table)


class CrowdMurmured(Event, frozen=True, kw_only=True, tag="CrowdMurmured"):
    """Says nothing, but is there only when a Mother went to the Farmyard."""

    def seen_by(self, seat: Seat | None) -> Data:
        return {}

    def opened(self) -> Data:
        return {}


class OneEventMore(FarmyardCries):
    """An event happens only if the discard is a Mother."""

    event_types = (*HONEST, CrowdMurmured)

    def decide(
        self, state: FarmyardState, seat: Seat, move: FarmyardMove, chance: Chance
    ) -> list[Event]:
        events = super().decide(state, seat, move, chance)
        first, *rest = events
        if isinstance(first, CardExchanged) and MOTHERS >> first.discarded & 1:
            return [first, CrowdMurmured(), *rest]
        return events

    def evolve(self, state: FarmyardState, event: Event) -> None:
        if not isinstance(event, CrowdMurmured):
            super().evolve(state, event)


class NumberOfADecision(FarmyardCries):
    """The number of an obligation jumps ahead if the card below a face-up one is a Mother."""

    def evolve(self, state: FarmyardState, event: Event) -> None:
        super().evolve(state, event)
        if isinstance(event, CardExchanged) and len(state.stack_a) > 1:
            state.opened += MOTHERS >> state.stack_a[-2] & 1


class HintInARefusal(FarmyardCries):
    """The refusal of a cry tells whether somebody holds the Mother."""

    def decide(
        self, state: FarmyardState, seat: Seat, move: FarmyardMove, chance: Chance
    ) -> list[Event]:
        try:
            return super().decide(state, seat, move, chance)
        except IllegalMoveError as refusal:
            if isinstance(move, Cry) and any(
                hand & GROUPS[move.group].mother for hand in state.hands
            ):
                raise IllegalMoveError("The Mother is held elsewhere.") from refusal
            raise


LEAKS: dict[type[FarmyardCries], list[Check]] = {
    SealedCardForAll: [check_names, check_fold_twins, check_play_twins],
    PassedCardsForAll: [check_names, check_fold_twins, check_play_twins],
    WhoCouldCry: [check_fold_twins, check_play_twins],
    OrderOfChoices: [check_fold_twins, check_play_twins],
    CriesThatWillSucceed: [check_play_twins],  # the fold twins find it, too, after ten seconds
    TopOfTheFarmyard: [check_names, check_fold_twins, check_play_twins],
    OneEventMore: [check_play_twins],
    NumberOfADecision: [check_fold_twins, check_play_twins],
    HintInARefusal: [check_fold_twins, check_play_twins],
}


@pytest.mark.parametrize(
    ("variant", "check"),
    [(variant, check) for variant, checks in LEAKS.items() for check in checks],
    ids=lambda each: each.__name__,
)
def test_a_leak_is_found(variant: type[FarmyardCries], check: Check):
    subject = subject_of(variant(), FOLDER)
    with pytest.raises(AssertionError, match=r"(seat \d|a spectator) at version \d+"):
        look_for_it(check, subject)


def look_for_it(check: Check, subject: Subject) -> None:
    for seed, seats in itertools.product(range(100), range(2, 7)):
        check(subject, Plan(seats=seats, seed=seed, moves=60))
