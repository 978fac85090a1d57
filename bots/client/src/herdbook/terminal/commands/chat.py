"""`herdbook chat`: read what is said about a game, and say something."""

import argparse
import json
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from herdbook.answers import Message
from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError, game_id
from herdbook.terminal.writing import plain

ROOMS = ("players", "spectators")
PATIENCE = 30
"""Seconds that the server may wait for the next message."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=game_id, help="its id, or its address")
    parser.add_argument("text", metavar="TEXT", nargs="?", help="what to say; without, you read")
    parser.add_argument("--room", choices=ROOMS, help="another than your own, if you may read it")
    parser.add_argument("--follow", action="store_true", help="go on until Ctrl-C")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.text is not None:
        if client.token is None:
            raise ComplaintError("To say something, say who you are: `herdbook login`.")
        _show(client.games.say(arguments.game, arguments.text), arguments, console)
        return
    for message in _messages(client, arguments):
        _show(message, arguments, console)


def _messages(client: Client, arguments: argparse.Namespace) -> Iterator[Message]:
    after = 0
    while True:
        said = client.games.messages(
            arguments.game,
            room=arguments.room,
            after=after,
            wait=PATIENCE if arguments.follow else None,
        )
        yield from said
        after = said[-1].number if said else after
        if not said and not arguments.follow:
            return


def _show(message: Message, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.json:
        console.out(json.dumps(as_json(message)), highlight=False)
        return
    line = Text(plain(message.name), style="bold cyan" if message.seat is not None else "bold")
    line.append(": ").append(plain(message.text), style="default not bold")
    if message.at is not None:
        line.append(f"  {message.at.astimezone():%d %b %H:%M}", style="dim not bold")
    console.print(line)


COMMAND = Command(
    name="chat",
    help="read what is said about a game, and say something",
    description="Read what is said about a game, or say something: who plays to the others at the "
    "table, everybody else to those who look on. Behind the end each seat has one closing word.",
    epilog="examples:\n"
    '  herdbook chat GAME "Good luck!"            say something\n'
    "  herdbook chat GAME --follow                read on",
    arguments=_arguments,
    run=_run,
)
