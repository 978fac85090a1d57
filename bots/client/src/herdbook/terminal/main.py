"""The command `herdbook`: its arguments, its exit codes, and how it says that it failed.

0: done. 1: the server could not be reached, refused or broke off, or Ctrl-C. 2: misused.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper

from rich.console import Console
from rich.text import Text

from herdbook.client import Client
from herdbook.errors import HerdbookError
from herdbook.retries import PATIENT
from herdbook.terminal import commands
from herdbook.terminal.advice import advice
from herdbook.terminal.writing import plain

DEFAULT_URL = "http://127.0.0.1:8000"
LONGEST_PACE = 3600

EXAMPLES = """\
examples:
  herdbook play                            a game of Mow against two house bots
  herdbook play --seats 4 --strategy hard --seed 7 --pace 0.5
  herdbook play --json | head              the events as lines of JSON
  herdbook watch 0193a6f2                  somebody else's game
  herdbook rulesets                        what there is to play

environment:
  HERDBOOK_URL     the server, where --url does not name it
  HERDBOOK_TOKEN   who you are, for `watch`: shows your own cards, and private games

exit codes: 0 done, 1 the server could not be reached or refused, 2 wrong arguments
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code comes back."""
    for stream in (sys.stdout, sys.stderr):
        # A dot that the terminal's encoding lacks is no reason to break off a game.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    parser = _parser()
    arguments = parser.parse_args(argv)
    try:
        client = Client(arguments.url, arguments.token, retries=PATIENT)
    except ValueError as error:
        parser.error(str(error))
    try:
        with client:
            # Asked once and without patience: a wrong address should be told at once.
            client.health()
            arguments.run(client, arguments, Console())
    except HerdbookError as error:
        return _fail(str(error), advice(error))
    except KeyboardInterrupt:
        return _fail("Stopped.", "The game goes on without you, as its time control says.")
    return 0


def _fail(message: str, hint: str) -> int:
    console = Console(stderr=True)
    console.print(Text.assemble(("herdbook: ", "bold red"), plain(message)), soft_wrap=True)
    if hint:
        console.print(Text(plain(hint)), soft_wrap=True)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="herdbook",
        description="Play and watch card games on a Herdbook server.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version("herdbook"))
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    server = argparse.ArgumentParser(add_help=False)
    server.add_argument(
        "--url",
        default=os.environ.get("HERDBOOK_URL") or DEFAULT_URL,
        help="the server (default: %(default)s)",
    )
    server.add_argument("--json", action="store_true", help="write lines of JSON for a program")
    pace = argparse.ArgumentParser(add_help=False)
    pace.add_argument(
        "--pace",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="pause after each event, to be able to follow (default: none)",
    )

    play = subparsers.add_parser(
        "play",
        parents=[server, pace],
        help="play a whole game against house bots and show it",
        description="Make a throw-away bot, play a whole game with random legal moves against "
        "house bots and show it move by move. Needs no account.",
    )
    play.add_argument("--ruleset", default="mow", help="what to play (default: %(default)s)")
    play.add_argument(
        "--seats", type=_seats, default=3, metavar="N", help="players in all (default: %(default)s)"
    )
    play.add_argument(
        "--strategy",
        default="normal",
        help="how the house bots play; see `herdbook rulesets` (default: %(default)s)",
    )
    play.add_argument("--seed", help="choose the same random moves in the same situations")
    play.set_defaults(run=commands.play, token=None)

    watch = subparsers.add_parser(
        "watch",
        parents=[server, pace],
        help="show a game from its beginning and follow it to its end",
        description="Show a game from its beginning and follow it to its end. A public game can "
        "be watched by anybody; HERDBOOK_TOKEN shows what its owner may see.",
    )
    watch.add_argument("game", metavar="GAME", help="the id of the game, or its address")
    watch.set_defaults(run=commands.watch, token=os.environ.get("HERDBOOK_TOKEN") or None)

    rulesets = subparsers.add_parser(
        "rulesets",
        parents=[server],
        help="list what the server can play",
        description="List the rulesets of the server with their seats and house bots.",
    )
    rulesets.set_defaults(run=commands.rulesets, token=None)
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if 0 <= seconds <= LONGEST_PACE:
        return seconds
    raise argparse.ArgumentTypeError(f"not a pause of 0 to {LONGEST_PACE} seconds: {text}")


def _seats(text: str) -> int:
    if text.isdecimal() and int(text) > 1:
        return int(text)
    raise argparse.ArgumentTypeError(f"not a number of seats, 2 or more: {text}")
