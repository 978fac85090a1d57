"""`herdbook replay`: a finished game as a file, or told event by event."""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rich.console import Console

from herdbook.client import Client
from herdbook.errors import NotFoundError
from herdbook.reading import UnreadableError, read
from herdbook.refusals import GameRunningError
from herdbook.terminal.commands.command import (
    Command,
    ComplaintError,
    add_pace,
    game_id,
    seat_number,
)
from herdbook.terminal.screen import TextScreen
from herdbook.views import Event, Game, Outcome, Seat

TEXT_WIDTH = 100
"""Of a story that is saved."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_pace(parser)
    parser.add_argument("game", metavar="GAME", help="its id or address, or a file that was saved")
    parser.add_argument(
        "--seat",
        type=seat_number,
        metavar="N",
        help="show only what this seat had been shown (default: everything)",
    )
    parser.add_argument("--output", "-o", type=Path, metavar="FILE", help="save it instead")
    parser.add_argument("--text", action="store_true", help="with -o: save the story, not JSON")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each event")


def is_local(arguments: argparse.Namespace) -> bool:
    """Tell a file from a game: it is there, or has the ending of one."""
    file = Path(arguments.game)
    return file.exists() or (bool(file.suffix) and "://" not in arguments.game)


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> int | None:
    if is_local(arguments):
        if arguments.seat is not None:
            raise ComplaintError("--seat goes with a game on the server; a file is as it is.")
        text = saved_text(Path(arguments.game))
    else:
        text = _fetched(client, arguments)
    told = _read(text, arguments.game)
    if arguments.output:
        _save(text, told, arguments)
        console.print(f"Saved as {arguments.output}", highlight=False, markup=False)
    elif arguments.json:
        console.out(text, highlight=False)
    else:
        _show(told, arguments, console)
    return None


def saved_text(file: Path) -> str:
    """Read a replay that was saved; raise `ComplaintError` if it is not even text."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise ComplaintError(f"{file} is no replay file. It is not UTF-8 text.") from None


def saved_replay(file: Path) -> dict[str, Any]:
    """Read a replay that was saved, as it is; raise `ComplaintError` if it is no JSON object."""
    try:
        replay = json.loads(saved_text(file))
    except (RecursionError, ValueError):  # too deep, or a number of too many digits
        raise ComplaintError(f"{file} is no replay file. It is not JSON.") from None
    if not isinstance(replay, dict):
        raise ComplaintError(f"{file} is no replay file.")
    return cast("dict[str, Any]", replay)


def _fetched(client: Client, arguments: argparse.Namespace) -> str:
    try:
        with Console(stderr=True).status("Fetching the replay …"):
            file = client.games.replay(game_id(arguments.game), seat=arguments.seat)
    except NotFoundError:
        raise ComplaintError(
            f"{arguments.game} is no file here, and no game that you may see. A private game is "
            "seen by who sits in it, with a token."
        ) from None
    except GameRunningError as error:
        raise ComplaintError(f"{error.detail} `herdbook watch` shows it meanwhile.") from None
    return json.dumps(file, ensure_ascii=False)


def _read(text: str, name: str) -> "Replay":
    try:
        return read(Replay, json.loads(text))
    except UnreadableError as error:
        raise ComplaintError(f"{name} is no replay file. {error}.") from None
    except (RecursionError, ValueError):
        raise ComplaintError(f"{name} is no replay file. It is not JSON.") from None


@dataclass(frozen=True, slots=True)
class Replay:
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


def _save(text: str, told: Replay, arguments: argparse.Namespace) -> None:
    with arguments.output.open("w", encoding="utf-8") as file:
        if arguments.text:
            _tell(told, TextScreen(Console(file=file, width=TEXT_WIDTH, color_system=None), None))
        else:
            file.write(f"{text}\n")


def _tell(file: Replay, screen: TextScreen) -> None:
    game = file.game()
    for event in file.events:
        screen.tell(event, game)
    screen.conclude(game)


def _show(file: Replay, arguments: argparse.Namespace, console: Console) -> None:
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
    "  herdbook replay GAME -o game.txt --text    keep the story, to be read\n"
    "  herdbook replay game.json                  look at it again, without a server",
    arguments=_arguments,
    run=_run,
    is_local=is_local,
)
