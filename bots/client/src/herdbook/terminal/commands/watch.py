"""`herdbook watch`: follow a game from its beginning to its end."""

import argparse

from rich.console import Console

from herdbook.client import Client
from herdbook.playing import watch_game
from herdbook.terminal.commands.command import Command, add_pace, game_id
from herdbook.terminal.onlooker import Onlooker
from herdbook.terminal.screen import screen_on


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_pace(parser)
    parser.add_argument("game", metavar="GAME", type=game_id, help="its id, or its address")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    game = client.games.view(arguments.game)
    with screen_on(console, as_lines_of_json=arguments.json) as screen:
        game = watch_game(client, game, Onlooker(client, screen, pace=arguments.pace))
        screen.conclude(game)


COMMAND = Command(
    name="watch",
    help="show a game from its beginning and follow it to its end",
    description="Show a game from its beginning and follow it to its end. A public game can be "
    "watched by anybody; HERDBOOK_TOKEN, or `herdbook login`, shows what its owner may see.",
    arguments=_arguments,
    run=_run,
)
