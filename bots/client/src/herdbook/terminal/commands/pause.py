"""`herdbook pause` and `herdbook resume`: let a game rest, and go on."""

import argparse
import json

from rich.console import Console

from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError, game_id, moment
from herdbook.views import Game


def _pause_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=game_id, help="its id or its address")
    parser.add_argument(
        "--until",
        metavar="TIME",
        type=moment,
        help="when it goes on by itself (default: in a day, or when your pauses are used up)",
    )


def _resume_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=game_id, help="its id or its address")


def _pause(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    _must_be_known(client)
    _show(client.games.pause(arguments.game, resume_at=arguments.until), arguments, console)


def _resume(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    _must_be_known(client)
    _show(client.games.resume(arguments.game), arguments, console)


def _must_be_known(client: Client) -> None:
    if client.token is None:
        raise ComplaintError("Only who plays can do this: `herdbook login` first.")


def _show(game: Game, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.json:
        console.out(json.dumps(as_json(game)), highlight=False)
    elif game.pause is None:
        console.print("The game goes on. Every clock runs on where it stopped.")
    elif game.pause.resume_at is not None:
        until = game.pause.resume_at.astimezone()
        console.print(f"Paused. It goes on by itself on {until:%d %b at %H:%M}.", highlight=False)


PAUSE = Command(
    name="pause",
    help="let a game rest",
    description="Pause a game that you play, where its time control has a budget for that. "
    "Nobody can move and no clock runs until you resume it, or until it goes on by itself.",
    epilog="examples:\n"
    "  herdbook pause GAME\n"
    "  herdbook pause GAME --until 2026-12-24T18:00     your own time",
    arguments=_pause_arguments,
    run=_pause,
)
RESUME = Command(
    name="resume",
    help="let a game that you paused go on",
    description="End a pause before its time. Only who paused a game can do this.",
    arguments=_resume_arguments,
    run=_resume,
)
