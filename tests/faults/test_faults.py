"""`make faults`: its short set, its controls, and at length what requirements ask for.

No acknowledged command is lost or applied twice, whatever is killed (S45, F22, F26); seats of the
house move and decisions expire although messages are lost or doubled and workers die (F01, F04,
F07, F09); nobody is told what a crash then forgets (S23); after each restart there is no 500 (F30).
"""

from functools import partial

import pytest

from tests.faults.faults import SHORT
from tests.stack.stacks import run_apart

run = partial(run_apart, "tests.faults")
"""Run the harness as `make faults` does."""

# What the requirements ask to be done so many times over.
AT_LENGTH = {
    "F01": ["worker-terminated"] * 50,
    "F04": ["pool-child-killed"] * 5,
    "F07": ["broker-killed"] * 20,
    "F14": ["pool-busy"],
    "F15": ["three-beats"] * 10,
    "F16": ["postgres-stopped"] * 10 + ["beat-killed"],
    "F30": ["postgres-killed", "backends-terminated"] * 5,
    "S45": ["web-killed", "worker-killed", "everything-killed"] * 17,
    "A46": ["handed-out-again"] * 5,
}


@pytest.mark.timeout(600)
def test_nothing_is_lost_whatever_is_killed():
    done = run("--short", "--games", "20")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "violations" in done.stdout


@pytest.mark.slow  # `make faults` runs them too
@pytest.mark.parametrize("control", ["commits-in-memory", "deadlines-unchecked"])
def test_the_checks_turn_red_when_a_guarantee_is_taken_away(control):
    done = run("--control", control)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("requirement", AT_LENGTH)
def test_a_fault_again_and_again(requirement):
    faults = [part for name in AT_LENGTH[requirement] for part in ("--only", name)]
    done = run("--games", "20", "--gap", "2", *faults)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_five_hundred_games_of_the_house_all_end():
    """F40: whatever breaks meanwhile."""
    faults = [part for name in SHORT for part in ("--only", name)]
    done = run("--house", "--games", "500", "--gap", "20", *faults)
    assert done.returncode == 0, done.stdout + done.stderr
