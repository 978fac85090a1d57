"""`herdbook stream`: what happens, as it happens, a line each."""

import argparse
import json

from rich.console import Console
from rich.table import Table
from rich.text import Text

from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.retries import ENDLESS
from herdbook.terminal.commands.command import Command, ComplaintError, game_id
from herdbook.terminal.renderers import sentence_of
from herdbook.terminal.told import told
from herdbook.views import Event, Game


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", type=game_id, help="its id, or its address"
    )
    parser.add_argument(
        "--after",
        metavar="PLACE",
        help="begin behind this version of the game, or behind this event of yours",
    )


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    client.settings.retries = ENDLESS
    if arguments.game is not None:
        _game(client, arguments, console)
    elif client.token is None:
        raise ComplaintError("Name a game, or `herdbook login` for all that you are told.")
    else:
        for event in client.stream_events(after=arguments.after):
            if arguments.json:
                console.out(json.dumps(as_json(event)), highlight=False)
            else:
                console.print(told(event), soft_wrap=True)


def _game(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    after: str | None = arguments.after
    if after is not None and not after.isdecimal():
        raise ComplaintError("--after is a version of the game here: a number.")
    game: Game | None = None
    for one in client.stream_game(arguments.game, after=None if after is None else int(after)):
        if isinstance(one, Game):
            game = one
        elif arguments.json:
            console.out(json.dumps(as_json(one)), highlight=False)
        else:
            assert game is not None
            console.print(_line(one, game))


def _line(event: Event, game: Game) -> Table:
    line = Table.grid(padding=(0, 2))
    line.add_row(Text(f"{event.version:>5}", style="dim"), sentence_of(event, game))
    return line


COMMAND = Command(
    name="stream",
    help="tell what happens in a game, or in all of yours, as it happens",
    description="Tell what happens, a line each, as it happens: in a game until it is over, and "
    "without a game all that you are told, until Ctrl-C. Cuts and restarts of the server are sat "
    "out, and nothing is missed.",
    arguments=_arguments,
    run=_run,
)
