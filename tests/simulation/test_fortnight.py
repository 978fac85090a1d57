"""`make fortnight`: a short one, and the whole.

A decision expires once, at the first sweep behind its deadline and never before it (S29); clocks
are charged what their seats owed and nothing else (S31); a pause ends by itself and gives no time
back (A22, A29); nothing expires on vacation (A28); a race has its whole window (S35); every game
comes to its end, with nobody there, through restarts, and its log folds to what is stored.
"""

from functools import partial

import pytest

from tests.stack.stacks import run_apart

pass_time = partial(run_apart, "tests.simulation")
"""Let a fortnight pass, on servers of its own."""


@pytest.mark.timeout(600)
def test_twenty_games_end_and_every_clock_was_right():
    done = pass_time("--games", "20", "--restarts", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "games finished" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_fortnight_of_two_hundred_games_ends_and_every_clock_was_right():
    done = pass_time()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "games closed unrated" in done.stdout
