"""The suite lets an honest ruleset pass and finds what is planted in its variants."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.contract.decisions import check_decisions, check_end
from tests.rules.contract.digest import check_hash_seeds
from tests.rules.contract.fold_twins import check_fold_twins, check_swapped_copies
from tests.rules.contract.games import Plan
from tests.rules.contract.moves import check_legal_moves, check_move_texts
from tests.rules.contract.names import check_names
from tests.rules.contract.play_twins import check_play_twins
from tests.rules.contract.positions import check_pack, check_positions
from tests.rules.contract.quiet import check_quiet_moves
from tests.rules.contract.replay import check_copies, check_records, check_replay
from tests.rules.contract.subject import Subject, subject_of
from tests.rules.contract.suite import CHECKS, ORDINARY, Check, count_play_twins, run
from tests.rules.planted import faults, hashed, leaks
from tests.rules.planted.magpies.game import RULESET, Magpies

FOLDER = Path(__file__).parent / "magpies"

HONEST = subject_of(RULESET, FOLDER)

LEAKS: dict[type[Magpies], list[Check]] = {
    leaks.TopInTheObservation: [check_names, check_fold_twins, check_play_twins],
    leaks.HintInTheObservation: [check_fold_twins, check_play_twins],
    leaks.CardInAnEvent: [check_names, check_fold_twins, check_play_twins, check_quiet_moves],
    leaks.CardInAMove: [check_fold_twins, check_play_twins],
    leaks.EventThatIsThere: [check_play_twins],
    leaks.NumberOfEvents: [check_play_twins],
    leaks.CardInARefusal: [check_names, check_fold_twins, check_play_twins],
    leaks.HintInARefusal: [check_fold_twins, check_play_twins],
    leaks.OrderOfCopies: [check_swapped_copies, check_play_twins],
    leaks.OrderOfCards: [check_fold_twins, check_play_twins],
    leaks.NumberOfADecision: [check_fold_twins, check_play_twins],
    leaks.MovesByTheDeck: [check_fold_twins, check_play_twins],
    leaks.ScoresByTheDeck: [check_fold_twins, check_play_twins],
    leaks.TurnedUpQuietly: [check_quiet_moves],
}

FAULTS: dict[type[Magpies], list[Check]] = {
    faults.UnlistedMove: [check_legal_moves],
    faults.RefusedMove: [check_legal_moves],
    faults.TwoTexts: [check_move_texts],
    faults.BusyDecide: [check_copies, check_legal_moves],
    faults.SharedCopies: [check_copies],
    faults.OtherAdvance: [check_copies],
    faults.ReusedNumbers: [check_decisions],
    faults.RestlessNumbers: [check_decisions],
    faults.LostCard: [check_pack],
    faults.ForgottenInPositions: [check_positions],
    faults.OutsideMemory: [check_replay, check_copies],
    faults.SilentShuffle: [check_records],
    faults.QuietShuffle: [check_quiet_moves],
    faults.QuietBehindTheRest: [check_quiet_moves],
    faults.Endless: [check_decisions, check_end],
}


def found_by(planted: dict[type[Magpies], list[Check]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("variant", "check"),
        [(variant, check) for variant, checks in planted.items() for check in checks],
        ids=lambda each: each.__name__,
    )


@pytest.mark.parametrize("seats", RULESET.seat_counts)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_an_honest_ruleset_passes(check: Check, seats: int):
    run(check, HONEST, seats, ORDINARY)


def test_an_honest_ruleset_has_twins_that_count():
    count_play_twins(HONEST, 200)


def test_an_honest_ruleset_plays_the_same_in_every_process():
    check_hash_seeds(HONEST)


@found_by(LEAKS)
def test_a_leak_is_found(variant: type[Magpies], check: Check):
    with pytest.raises(AssertionError, match=r"(seat \d|a spectator) at version \d+"):
        look_for_it(check, subject_of(variant(), FOLDER))


@found_by(FAULTS)
def test_a_fault_is_found(variant: type[Magpies], check: Check):
    with pytest.raises(AssertionError):
        look_for_it(check, subject_of(variant(), FOLDER))


def test_a_list_in_the_order_of_a_set_is_found():
    with pytest.raises(AssertionError, match="by hash seed"):
        check_hash_seeds(subject_of(hashed.RULESET, FOLDER))


def test_every_variant_is_looked_for():
    planted = {
        variant
        for module in (leaks, faults)
        for variant in vars(module).values()
        if isinstance(variant, type) and issubclass(variant, Magpies) and variant is not Magpies
    }
    assert planted == {*LEAKS, *FAULTS}


def test_too_few_twins_fail_the_suite():
    all_public = replace(HONEST.facts, public_facts=lambda *positions_and_move: positions_and_move)
    with pytest.raises(AssertionError, match="only 0 of 5"):
        count_play_twins(replace(HONEST, facts=all_public), 5)


def look_for_it(check: Check, subject: Subject) -> None:
    for seed in range(200):
        check(subject, Plan(seats=2 + seed % 2, seed=seed, moves=40))
