"""`herdbook quick-match`: a game with whoever wants the same."""

import argparse
import json

from rich.console import Console

from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError, count, seats
from herdbook.terminal.writing import Cast
from herdbook.views import Game

PATIENCE = 30
"""Seconds that the server may wait for news."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", default="mow", help="what to play (default: %(default)s)")
    parser.add_argument(
        "--seats", type=seats, default=2, metavar="N", help="players in all (default: %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=count, metavar="N", help="time for each decision (default: a day)"
    )
    parser.add_argument("--rated", action="store_true", help="play a rated game")
    parser.add_argument("--no-wait", action="store_true", help="do not wait for the start")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if client.token is None:
        raise ComplaintError(
            "To hold a seat for you, the server has to know you: `herdbook login`."
        )
    control = {"kind": "per_move", "seconds": arguments.seconds} if arguments.seconds else None
    game = client.games.quick_match(
        arguments.ruleset, arguments.seats, time_control=control, rated=arguments.rated
    )
    if game.status == "open" and not arguments.no_wait:
        with Console(stderr=True).status(f"{game.id} waits for players …"):
            game = _started(client, game)
    if arguments.json:
        console.out(json.dumps(as_json(game)), highlight=False)
    elif game.status == "open":
        console.print(f"{game.id} waits for players; it starts by itself.")
    elif game.is_over:
        console.print(f"{game.id} came to nothing: nobody else wanted to play.")
    else:
        playing = Cast(game).listed([seat.seat for seat in game.seats])
        console.print(f"{game.id} has started:", playing)


def _started(client: Client, game: Game) -> Game:
    while game.status == "open":
        # A first look for the tag of the view; what comes with another answer has none.
        game = client.games.news(game, wait=PATIENCE) or game
    return game


COMMAND = Command(
    name="quick-match",
    help="play whoever wants the same",
    description="Get a seat in a game that waits for somebody, or in a new one, and wait for its "
    "start. Asked again while it waits, it is the same game.",
    epilog="examples:\n"
    "  herdbook quick-match                          two at Mow, a day for each move\n"
    "  herdbook quick-match --ruleset tortoise --seats 4 --seconds 300",
    arguments=_arguments,
    run=_run,
    when_stopped="The game goes on waiting; `herdbook games --mine` shows it.",
)
