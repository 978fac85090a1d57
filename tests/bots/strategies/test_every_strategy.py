"""What every strategy of every registered ruleset must do."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bots.arena.match import Match
from bots.strategies.registry import strategies
from games.engine.registry import all_rulesets, discover
from tests.rules.contract.fold_twins import check_fold_twins
from tests.rules.contract.games import Plan
from tests.rules.contract.subject import subject_of

ROOT = Path(__file__).parents[3]

discover()
EVERY_STRATEGY = [
    pytest.param(ruleset, strategy, id=f"{ruleset.slug} {strategy.name}")
    for ruleset in all_rulesets()
    for strategy in strategies(ruleset.slug)
]

DIGEST = """
from tests.bots.strategies import test_every_strategy as every
print(every.digest_of_games({slug!r}, {name!r}))
"""


def digest_of_games(slug: str, name: str) -> str:
    """Return what stands for all moves of some games that a strategy plays with itself."""
    from bots.strategies.registry import find_strategy
    from games.engine.registry import find_ruleset

    ruleset, strategy = find_ruleset(slug), find_strategy(slug, name)
    moves: list[str] = []
    for seats in ruleset.seat_counts:
        match = Match(ruleset, [strategy] * seats, seed=seats)
        match.play()
        moves += match.moves
    return hashlib.sha256(" ".join(moves).encode()).hexdigest()


@pytest.mark.parametrize(("ruleset", "strategy"), EVERY_STRATEGY)
def test_it_names_one_of_the_legal_moves(ruleset, strategy):
    random_play = strategies(ruleset.slug)[-1]
    for seats in ruleset.seat_counts:
        for seed in range(4):
            table = [strategy if seat == seed % seats else random_play for seat in range(seats)]
            Match(ruleset, table, seed=seed).play()


@pytest.mark.parametrize(("ruleset", "strategy"), EVERY_STRATEGY)
def test_it_plays_the_same_whatever_the_order_of_sets(ruleset, strategy):
    script = DIGEST.format(slug=ruleset.slug, name=strategy.name)
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    assert digests == {digest_of_games(ruleset.slug, strategy.name)}


@pytest.mark.parametrize(("ruleset", "strategy"), EVERY_STRATEGY)
def test_what_it_cannot_see_changes_nothing_of_its_choice(ruleset, strategy):
    subject = subject_of(ruleset)
    for seed in range(6):
        seats = ruleset.seat_counts[seed % len(ruleset.seat_counts)]
        check_fold_twins(subject, Plan(seats=seats, seed=seed, moves=60), strategy.choose)
