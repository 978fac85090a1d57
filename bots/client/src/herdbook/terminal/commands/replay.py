"""`herdbook replay`: a finished game as a file, or told event by event."""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from herdbook.client import Client
from herdbook.reading import read
from herdbook.terminal.commands.command import Command, add_pace, game_id
from herdbook.terminal.screen import TextScreen
from herdbook.views import Event, Game, Outcome, Seat


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_pace(parser)
    parser.add_argument("game", metavar="GAME", help="its id or address, or a file that was saved")
    parser.add_argument(
        "--seat",
        type=int,
        metavar="N",
        help="show only what this seat had been shown (default: everything)",
    )
    parser.add_argument("--output", "-o", type=Path, metavar="FILE", help="save it instead")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each event")


def _is_local(arguments: argparse.Namespace) -> bool:
    return Path(arguments.game).is_file()


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> int | None:
    if _is_local(arguments):
        text = Path(arguments.game).read_text(encoding="utf-8")
    else:
        with Console(stderr=True).status("Fetching the replay …"):
            file = client.games.replay(game_id(arguments.game), seat=arguments.seat)
        text = json.dumps(file, ensure_ascii=False)
    if arguments.output:
        arguments.output.write_text(f"{text}\n", encoding="utf-8")
        console.print(f"Saved as {arguments.output}", highlight=False, markup=False)
        return None
    if arguments.json:
        console.out(text, highlight=False)
        return None
    try:
        _show(read(_File, json.loads(text)), arguments, console)
    except ValueError as error:
        Console(stderr=True).print(f"This is no replay file: {error}", markup=False)
        return 1
    return None


@dataclass(frozen=True, slots=True)
class _File:
    """What of a replay is told."""

    id: str
    ruleset: str
    events: tuple[Event, ...]
    result: Outcome | None = None
    names: tuple[Any, ...] = ()

    def game(self) -> Game:
        """Say what a game view would say about the seats and the end."""
        scores = dict(enumerate(self.result.scores if self.result else ()))
        seats = (
            Seat(seat, "unnamed", name, score=scores.get(seat))
            for seat, name in enumerate(self.names)
        )
        return Game(self.id, self.ruleset, "finished", seats=tuple(seats), outcome=self.result)


def _show(file: _File, arguments: argparse.Namespace, console: Console) -> None:
    game = file.game()
    screen = TextScreen(console, None)
    for event in file.events:
        screen.tell(event, game)
        if arguments.step:
            console.input("")
        time.sleep(arguments.pace)
    screen.conclude(game)


COMMAND = Command(
    name="replay",
    help="save a finished game, or tell it step by step",
    description="Fetch the replay of a finished game and tell it event by event, or save it as "
    "a file that any implementation of the rules can play again.",
    epilog="examples:\n"
    "  herdbook replay GAME --pace 0.5            the whole story, slowly\n"
    "  herdbook replay GAME --seat 0 --step       as seat 0 saw it, at your own pace\n"
    "  herdbook replay GAME -o game.json          keep it\n"
    "  herdbook replay game.json                  look at it again, without a server",
    arguments=_arguments,
    run=_run,
    is_local=_is_local,
)
