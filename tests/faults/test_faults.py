"""The short set of `make faults`: eleven things break while games of every ruleset are played.

No acknowledged command is lost or applied twice, whatever is killed (S45, F22, F26); seats of the
house move and decisions expire although messages are lost or doubled and workers die (F01, F04,
F07, F09); nobody is told what a crash then forgets (S23); after each restart there is no 500 (F30).
"""

import os
import subprocess
import sys

import pytest

from config.stack.state import CHECKOUT
from tests.stack.stacks import STACK_VARIABLES


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the harness as `make faults` does."""
    environment = {name: text for name, text in os.environ.items() if name not in STACK_VARIABLES}
    return subprocess.run(
        [sys.executable, "-m", "tests.faults", *arguments],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.timeout(600)
def test_nothing_is_lost_whatever_is_killed():
    done = run("--short", "--games", "20")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "violations" in done.stdout
