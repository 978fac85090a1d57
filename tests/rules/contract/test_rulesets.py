"""Every registered ruleset keeps the contract, at every seat count."""

import pytest

from tests.rules.contract.digest import check_hash_seeds
from tests.rules.contract.plans import check_broken_orders, check_templates
from tests.rules.contract.samples import check_samples
from tests.rules.contract.subject import Subject, all_subjects
from tests.rules.contract.suite import CHECKS, ORDINARY, THOROUGH, Check, count_play_twins, run

SUBJECTS = all_subjects()

every_ruleset = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
every_table = pytest.mark.parametrize(
    ("subject", "seats"),
    [(subject, seats) for subject in SUBJECTS for seats in subject.ruleset.seat_counts],
    ids=str,
)
every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)


@every_table
@every_check
def test_a_ruleset_keeps_its_contract(check: Check, subject: Subject, seats: int):
    """S07, S10: hidden cards are counts, and whoever has seen the same is sent the same."""
    run(check, subject, seats, ORDINARY)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@every_table
@every_check
def test_a_ruleset_keeps_its_contract_in_many_games(check: Check, subject: Subject, seats: int):
    run(check, subject, seats, THOROUGH)


@every_ruleset
def test_play_twins_keep_company(subject: Subject):
    count_play_twins(subject, 200)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@every_ruleset
def test_a_thousand_play_twins_keep_company(subject: Subject):
    count_play_twins(subject, 1_000)


@every_ruleset
def test_the_hash_seed_changes_nothing(subject: Subject):
    check_hash_seeds(subject)


@every_ruleset
def test_stored_events_load(subject: Subject):
    check_samples(subject)


@every_ruleset
def test_ready_made_orders_can_be_given(subject: Subject):
    check_templates(subject)


@every_ruleset
def test_broken_orders_are_refused_with_a_pointer(subject: Subject):
    run(check_broken_orders, subject, subject.ruleset.seat_counts[0], ORDINARY)
