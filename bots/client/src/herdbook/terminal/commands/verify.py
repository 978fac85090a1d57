"""`herdbook verify`: tells whether a game was dealt honestly and its log is as it was written."""

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from herdbook.client import Client
from herdbook.errors import NotFoundError
from herdbook.refusals import GameRunningError
from herdbook.terminal.commands.command import Command, ComplaintError, game_id
from herdbook.terminal.commands.replay import is_local, saved_replay
from herdbook.terminal.writing import plain
from herdbook.verifying import TamperedError, proves, verify

NOT_IN_ORDER = 3
"""The exit code of a game that fails a check."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="its id or address, or a file that was saved")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> int | None:
    local = is_local(arguments)
    replay = saved_replay(Path(arguments.game)) if local else _fetch(client, arguments.game)
    fault, checked = None, list[str]()
    try:
        if not isinstance(replay.get("proof"), dict):
            raise ComplaintError(
                f"{arguments.game} has no proof in it. Save the replay of a finished game anew, "
                "without --seat."
            )
        checked = verify(replay)
    except TamperedError as error:
        fault = str(error)
    proven = [] if fault else proves(replay)
    if arguments.json:
        answer = {"game": replay.get("id"), "in_order": not fault, "fault": fault}
        console.out(json.dumps({**answer, "checked": checked, "proves": proven}), highlight=False)
    else:
        _tell(console, fault, checked, proven)
    return NOT_IN_ORDER if fault else None


def _fetch(client: Client, game: str) -> dict[str, Any]:
    try:
        with Console(stderr=True).status("Fetching the replay and its proof …"):
            replay = client.games.replay(game_id(game))
            return {**replay, "proof": client.games.proof(game_id(game))}
    except NotFoundError:
        raise ComplaintError(
            f"{game} is no file here, and no game that you may see. A private game is seen by who "
            "sits in it, with a token."
        ) from None
    except GameRunningError as error:
        raise ComplaintError(f"{error.detail} What it hides is open at its end only.") from None


def _tell(console: Console, fault: str | None, checked: list[str], proven: list[str]) -> None:
    if fault:
        console.print(Text.assemble(("Not in order. ", "bold red"), plain(fault)))
        return
    console.print(Text("In order. These were checked:", style="bold green"))
    for sentence in checked:
        console.print(Text(f"- {plain(sentence)}"))
    console.print(Text("\nWhat it proves, and what it does not:", style="bold"))
    for sentence in proven:
        console.print(Text(f"- {plain(sentence)}"))


COMMAND = Command(
    name="verify",
    help="check that a finished game was dealt honestly",
    description="Check a finished game by its replay: the secret and the entropy against what "
    "was promised, every shuffle against both, the seals of the deals, the chain of hashes, and "
    "what was shown against what was dealt. The exit code is 3 if something is not in order.",
    epilog="examples:\n"
    "  herdbook verify GAME                       fetch it and check it\n"
    "  herdbook replay GAME -o game.json          keep it, with its proof\n"
    "  herdbook verify game.json                  check the copy, without a server\n"
    "  herdbook verify game.json --json           for a program",
    arguments=_arguments,
    run=_run,
    is_local=is_local,
)
