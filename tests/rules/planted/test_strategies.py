"""The fold twins also judge strategies: they go by what a seat sees, and by nothing else."""

import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rules.contract.fold_twins import check_fold_twins, check_swapped_copies
from tests.rules.contract.games import Plan
from tests.rules.contract.sent import Strategy
from tests.rules.contract.subject import subject_of
from tests.rules.planted.magpies.game import RULESET

HONEST = subject_of(RULESET, Path(__file__).parent / "magpies")


@pytest.mark.parametrize("check", [check_fold_twins, check_swapped_copies])
def test_a_strategy_that_goes_by_what_it_sees_passes(check: Callable[..., None]):
    def by_everything(observation, history, legal_moves, rng):
        assert [event.type for event in history].count("RoundDealt") == 1
        seed = f"{observation}{history}{legal_moves}{rng.random()}"
        return random.Random(seed).choice(legal_moves)

    compare(check, by_everything)


def test_a_strategy_that_remembers_other_games_is_found():
    calls = itertools.count()

    def in_turn(observation, history, legal_moves, rng):
        return legal_moves[next(calls) % len(legal_moves)]

    with pytest.raises(AssertionError, match="a choice"):
        compare(check_fold_twins, in_turn)


def compare(check: Callable[..., None], strategy: Strategy) -> None:
    for seed in range(40):
        check(HONEST, Plan(seats=2 + seed % 2, seed=seed, moves=40), strategy)
