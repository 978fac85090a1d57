"""The page on writing a bot does what it says: its code is run as it stands."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "write-a-bot.md"
SECONDS = 240
"""A whole game against house bots, on a busy machine."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def run(command: list[str], live_url: str) -> str:
    ran = subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "HERDBOOK_URL": live_url},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return ran.stdout


@pytest.mark.skipif(  # a bare Debian has no curl, and the page is for who has
    shutil.which("curl") is None, reason="the page needs curl, a bare Debian has none"
)
def test_three_requests_lead_to_a_first_move(live_url):
    (script,) = blocks("bash")
    # As on a page pasted into a shell, only that the first failure ends it.
    out = run(["bash", "-euo", "pipefail", "-c", script], live_url)
    assert out.startswith("played: ['CowPlayed'")


def python(live_url: str, place: int) -> str:
    return run([sys.executable, "-W", "error", "-c", blocks("python")[place]], live_url)


def test_ten_lines_play_a_whole_game(live_url):
    out = python(live_url, 0)
    assert re.fullmatch(r"winners: \([\d, ]+\) scores: \([\d, ]+\)\n", out)


def test_a_bot_that_stays_plays_all_its_games(live_url):
    assert python(live_url, 1) == "statuses: finished finished finished\n"


def test_the_same_can_be_done_by_coroutines(live_url):
    assert python(live_url, 2) == "statuses: finished finished finished\n"


def test_no_program_on_the_page_is_left_out():
    assert len(blocks("python")) == 3
    assert len(blocks("bash")) == 1
