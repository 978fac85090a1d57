"""`herdbook undo`: take a move back by consent, or decline."""

import argparse
import json

from rich.console import Console
from rich.text import Text

from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.refusals import UndoImpossibleError
from herdbook.terminal.commands.command import Command, ComplaintError, game_id
from herdbook.terminal.writing import Cast
from herdbook.views import Game, Undo


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=game_id, help="its id, or its address")
    parser.add_argument(
        "--decline",
        action="store_true",
        help="decline what another seat asks for, or take your own consent back",
    )


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if client.token is None:
        raise ComplaintError("To find your seat, the server has to know you: `herdbook login`.")
    undo = client.games.view(arguments.game).undo
    answer = client.games.decline_undo if arguments.decline else client.games.undo
    try:
        # With its version: another undo, that comes in between, is not meant.
        game = answer(arguments.game, to_version=undo.to_version)
    except UndoImpossibleError as error:
        raise ComplaintError(error.detail) from None
    if arguments.json:
        console.out(json.dumps(as_json(game)), highlight=False)
    else:
        console.print(_declined(undo) if arguments.decline else _agreed(game, undo))


def _declined(undo: Undo) -> str:
    return f"Declined: the game stays as it is, and does not go back to version {undo.to_version}."


def _agreed(game: Game, undo: Undo) -> Text:
    if not game.undo.consents:
        return Text(f"The game is back where it stood at version {undo.to_version}.")
    waiting = Cast(game).listed(game.undo.waiting_for)
    asked = f"To go back to version {undo.to_version} the game waits for "
    return Text(asked).append_text(waiting).append(".")


COMMAND = Command(
    name="undo",
    help="take your last move back, if all agree",
    description="Ask to go back to before your last move, or agree to what another seat asks for. "
    "It can be had only while nobody was shown anything hidden and nothing was shuffled since, "
    "and with the consent of every person and bot that plays.",
    epilog="examples:\n"
    "  herdbook undo GAME                         ask, or agree\n"
    "  herdbook undo GAME --decline               leave the game as it is",
    arguments=_arguments,
    run=_run,
)
