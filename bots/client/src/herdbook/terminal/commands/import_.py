"""`herdbook import`: lets a server play a replay file again."""

import argparse
import json
from pathlib import Path

from rich.console import Console

from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.refusals import BadReplayError
from herdbook.terminal.commands.command import Command, ComplaintError
from herdbook.terminal.commands.replay import saved_replay
from herdbook.terminal.results import result_table


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="a replay that `herdbook replay -o` has saved"
    )


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if client.token is None:
        raise ComplaintError("The game is kept for who imports it: `herdbook login` first.")
    replay = saved_replay(arguments.file)
    try:
        with Console(stderr=True).status("The server plays it again …"):
            game = client.games.import_replay(replay)
    except BadReplayError as error:
        places = "".join(f" (at {one.pointer})" for one in error.errors[:1] if one.pointer)
        text = f"{arguments.file} tells no game: {error.detail}{places}"
        raise ComplaintError(text) from None
    if arguments.json:
        console.out(json.dumps(as_json(game)), highlight=False)
        return
    console.print(f"Imported as {game.id}", highlight=False, markup=False)
    if replay.get("position_hash"):
        console.print("Played again it ends in the same position, with the same result.")
    console.print(result_table(game))


COMMAND = Command(
    name="import",
    help="let the server play a replay file again",
    description="Send a replay file to the server, which plays its moves and shuffles through "
    "the rules and refuses it unless the game ends as the file says. The game is private to you, "
    "counts for nothing, and can be looked at like any other that is over.",
    epilog="examples:\n"
    "  herdbook replay GAME -o game.json          from one server\n"
    "  herdbook import game.json --url http://127.0.0.1:8000\n"
    "                                             into another\n"
    "  herdbook import game.json --json           for a program",
    arguments=_arguments,
    run=_run,
)
