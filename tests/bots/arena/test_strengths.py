"""What is asked of the strategies, and the table that `make strengths` prints."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from bots.arena import strengths
from bots.arena.pairing import Share
from bots.arena.strengths import ASKED, drawn, main, measure
from bots.strategies.registry import strategies
from games.engine.registry import all_rulesets, discover

ROOT = Path(__file__).parents[3]

discover()


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.title)
def test_what_is_asked_is_reached_over_1_000_games(asked):
    assert measure(asked, 1_000).won >= asked.floor


def test_something_is_asked_of_every_strategy_that_is_not_random():
    thinking = {
        (ruleset.slug, strategy.name)
        for ruleset in all_rulesets()
        for strategy in strategies(ruleset.slug)[:-1]
    }
    assert {(row.slug, row.strategy) for row in ASKED} == thinking


def test_the_table_fits_a_terminal_and_says_what_is_met():
    shares = [Share(1_000, row.floor - nth * 0.001, 0.1, 1.0) for nth, row in enumerate(ASKED)]
    console = Console(width=80)
    with console.capture() as written:
        console.print(drawn(ASKED, shares))
    text = written.get()
    assert "…" not in text
    assert text.count("yes") == 1
    assert text.count("NO") == len(ASKED) - 1
    assert "family-favourites  normal : 3 random  1,000" in text


def test_the_command_prints_the_rows_asked_for(capsys):
    assert main(["--games", "4", "--only", "mow"]) == 0
    text = capsys.readouterr().out
    assert text.count("normal : ") == 2
    assert "farmyard" not in text


def test_the_command_fails_when_a_strategy_is_too_weak(monkeypatch, capsys):
    hopeless = strengths.Asked(slug="mow", strategy="random", seats=2, floor=1.0)
    monkeypatch.setattr(strengths, "ASKED", (hopeless,))
    assert main(["--games", "10"]) == 1
    assert "NO" in capsys.readouterr().out


def test_the_command_refuses_to_play_no_games(capsys):
    with pytest.raises(SystemExit):
        main(["--games", "0"])
    assert "from 1" in capsys.readouterr().err


def test_the_arena_needs_no_server_and_no_settings():
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("HERDBOOK", "DATABASE", "DJANGO", "CELERY"))
    }
    command = [sys.executable, "-m", "bots.arena.strengths", "--help"]
    asked = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "make strengths" in asked.stdout
