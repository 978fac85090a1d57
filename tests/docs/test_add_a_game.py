"""The page on adding a game: its files are built in a copy of the checkout, tested and played."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import herdbook
import pytest

from config.stack.state import scratch_folder
from tests.docs.pages import DOCS, ROOT, blocks
from tests.stack.stacks import Stack, until

PAGE = DOCS / "add-a-game.md"
COPIED = ("accounts", "bots", "config", "games", "tests", "Makefile", "manage.py", "pyproject.toml")
SECONDS = 300
HOUSE: herdbook.SeatRequest = {"kind": "house", "strategy": "random"}


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    """A copy of the checkout with the files of the page in it."""
    with scratch_folder("add-a-game") as folder:
        copy = folder / "checkout"
        copy.mkdir()
        for name in (*COPIED, "requirements.txt", "requirements-dev.txt"):
            if (ROOT / name).is_dir():
                shutil.copytree(
                    ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", ".*")
                )
            else:
                shutil.copy2(ROOT / name, copy / name)
        (copy / ".venv").symlink_to(sys.prefix)
        for block in blocks(PAGE):
            if block.title is not None and "/" in block.title:
                path = copy / block.title
                path.parent.mkdir(parents=True, exist_ok=True)
                assert not path.exists()
                path.write_text(block.text)
        yield copy


def test_it_keeps_the_contract(checkout: Path) -> None:
    (script,) = (block.text for block in blocks(PAGE) if block.title == "record, then test")
    commands = [line.removeprefix("$ ") for line in script.splitlines()]
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(commands)],
        cwd=checkout,
        env=_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout


def test_house_bots_play_it_over_the_api(checkout: Path) -> None:
    with scratch_folder("snap") as folder:
        stack = Stack(
            folder, checkout=checkout, HERDBOOK_PORT="0", HERDBOOK_HOUSE_PACE_MS="0"
        ).start_and_wait("run")
        try:
            with herdbook.Client(_url(stack)) as client:
                client.token = client.sandbox().token
                made = client.games.create("snap", [HOUSE] * 3)
                until(lambda: client.games.view(made.id).status == "finished", "the game's end")
                over = client.games.view(made.id)
                replay = client.games.replay(made.id)
        finally:
            stack.end()
    plays = [event for event in replay["events"] if event["type"] == "CardPlayed"]
    assert len(plays) == 9
    taken = _taken([(event["seat"], event["data"]) for event in plays])
    assert over.outcome is not None
    assert list(over.outcome.scores) == taken
    assert list(over.outcome.winners) == [s for s in range(3) if taken[s] == max(taken)]


def _taken(plays: list[tuple[int, dict[str, object]]]) -> list[int]:
    """Return how many cards each seat took, counted from the cards alone."""
    taken, pile = [0, 0, 0], list[int]()
    for seat, data in plays:
        rank = int(str(data["card"]).removeprefix("S"))
        pile.append(rank)
        if len(pile) > 1 and abs(pile[-2] - rank) == 1:
            taken[seat] += len(pile)
            pile.clear()
    return taken


def _url(stack: Stack) -> str:
    snapshot = stack.state.snapshot()
    assert snapshot is not None
    return str(snapshot["url"])


def _environment() -> dict[str, str]:
    """Return what a shell has, without the settings of the servers that tests use."""
    return {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
