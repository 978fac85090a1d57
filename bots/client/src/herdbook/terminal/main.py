"""The command `herdbook`: its arguments, its exit codes, and how it says that it failed.

0: done. 1: the server could not be reached, refused or broke off, or Ctrl-C. 2: misused. 3: what
`herdbook verify` looked at is not in order.
"""

import argparse
import os
import sys
import textwrap
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper

from rich.console import Console
from rich.text import Text

from herdbook.client import Client
from herdbook.errors import HerdbookError
from herdbook.retries import PATIENT
from herdbook.terminal import tokens
from herdbook.terminal.advice import advice
from herdbook.terminal.commands import COMMANDS
from herdbook.terminal.commands.command import Command, ComplaintError
from herdbook.terminal.writing import plain

DEFAULT_URL = "http://127.0.0.1:8000"
WIDTH = 78
"""Of what the help says; examples stand as they are written."""

EPILOG = """\
examples:
  herdbook play --me                       a game of Mow against two house bots
  herdbook play --seats 4 --strategy random --seed 7 --pace 0.5
  herdbook play --json | head              the events as lines of JSON
  herdbook inbox --watch                   what waits for you, and what happens
  herdbook games --open                    where there is a seat to take
  herdbook watch GAME                      somebody else's game
  herdbook verify GAME                     were the cards dealt honestly?
  herdbook rulesets                        what there is to play
  herdbook play --help                     all about one command

environment:
  HERDBOOK_URL     the server, where --url does not name it
  HERDBOOK_TOKEN   who you are, instead of what `herdbook login` has kept

exit codes: 0 done, 1 the server could not be reached or refused,
2 wrong arguments, 3 a game is not in order (verify)
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code comes back."""
    for stream in (sys.stdout, sys.stderr):
        # A dot that the terminal's encoding lacks is no reason to break off a game.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    parser = _parser()
    arguments = parser.parse_args(argv)
    command: Command = arguments.command
    try:
        client = Client(arguments.url, retries=PATIENT)
        tokens.authenticate(client)
    except ValueError as error:
        parser.error(str(error))
    except tokens.ExposedTokenError as error:
        return _fail(str(error), "")
    try:
        with client:
            if not command.is_local(arguments):
                # Asked once and without patience: a wrong address should be told at once.
                client.health()
            return command.run(client, arguments, Console()) or 0
    except HerdbookError as error:
        return _fail(str(error), advice(error))
    except ComplaintError as error:
        return _fail(str(error), "")
    except OSError as error:
        return _fail(f"{error.filename or 'The terminal'}: {error.strerror or error}", "")
    except EOFError:
        return _fail("There is nobody to ask.", "")
    except KeyboardInterrupt:
        return _fail("Stopped.", command.when_stopped)


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
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version("herdbook"))
    url = os.environ.get("HERDBOOK_URL") or DEFAULT_URL
    parser.add_argument("--url", default=url, help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        subparser = subparsers.add_parser(
            command.name,
            help=command.help,
            description=textwrap.fill(command.description, WIDTH),
            epilog=command.epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        # Unset, they leave alone what stood before the command.
        subparser.add_argument(
            "--url",
            default=argparse.SUPPRESS,
            help=f"the server (default: {url.replace('%', '%%')})",
        )
        subparser.add_argument(
            "--json",
            action="store_true",
            default=argparse.SUPPRESS,
            help="write JSON for a program",
        )
        command.arguments(subparser)
        subparser.set_defaults(command=command)
    return parser
