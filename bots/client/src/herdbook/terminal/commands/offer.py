"""`herdbook offer`: let somebody take over a seat."""

import argparse
import json

from rich.console import Console
from rich.text import Text

from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError, game_id, seat_number
from herdbook.terminal.writing import Cast


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=game_id, help="its id, or its address")
    parser.add_argument(
        "--seat", type=seat_number, metavar="N", help="another than yours, which its owner has left"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--to", metavar="NAME", help="to this player only, and not to everybody")
    what.add_argument("--withdraw", action="store_true", help="take the offer back")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if client.token is None:
        raise ComplaintError("To find your seat, the server has to know you: `herdbook login`.")
    seat = arguments.seat
    if seat is None:
        mine = client.games.view(arguments.game).my_seat
        if mine is None:
            raise ComplaintError(f"You hold no seat of {arguments.game}.")
        seat = mine.seat
    if arguments.withdraw:
        client.games.withdraw_offer(arguments.game, seat)
        game = client.games.view(arguments.game)
    else:
        game = client.games.offer_seat(arguments.game, seat, account=arguments.to)
    if arguments.json:
        console.out(json.dumps(as_json(game)), highlight=False)
        return
    whose = Text("The seat of ").append_text(Cast(game)[seat])
    if arguments.withdraw:
        console.print(whose.append(" is not on offer any more."))
    else:
        console.print(whose.append(f" is offered to {arguments.to or 'everybody'}."))


COMMAND = Command(
    name="offer",
    help="let somebody take over a seat of a running game",
    description="Offer your seat to somebody, or to everybody; until it is taken over you play on. "
    "So you can offer a seat that has resigned, or whose owner has been away for long.",
    epilog="examples:\n"
    "  herdbook offer GAME --to bob               your seat, to bob\n"
    "  herdbook offer GAME --seat 2               a seat that was left, to everybody\n"
    "  herdbook offer GAME --withdraw             keep it",
    arguments=_arguments,
    run=_run,
)
