"""What the file of a subcommand provides, and the arguments that several of them share."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from rich.console import Console

from herdbook.client import Client

LONGEST_PACE = 3600
MOST = 10_000

Run: TypeAlias = Callable[[Client, argparse.Namespace, Console], int | None]
"""Does it; an exit code other than 0 may come back."""


class ComplaintError(Exception):
    """Something about the command line that the parser could not see; a sentence for people."""


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand."""

    name: str
    help: str
    description: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Run
    epilog: str | None = None
    is_local: Callable[[argparse.Namespace], bool] = lambda _: False
    """Whether it can do without a server."""
    when_stopped: str = ""
    """What Ctrl-C leaves behind, if anything."""


def add_pace(parser: argparse.ArgumentParser) -> None:
    """Let events come slowly."""
    parser.add_argument(
        "--pace",
        type=seconds,
        default=0.0,
        metavar="SECONDS",
        help="pause after each event, to be able to follow (default: none)",
    )


def game_id(text: str) -> str:
    """Read the id of a game, or the address of one."""
    return text.rstrip("/").rpartition("/")[2]


def seconds(text: str) -> float:
    """Read a pause."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if 0 <= number <= LONGEST_PACE:
        return number
    raise argparse.ArgumentTypeError(f"not a pause of 0 to {LONGEST_PACE} seconds: {text}")


def seats(text: str) -> int:
    """Read a number of seats."""
    if text.isdecimal() and int(text) > 1:
        return int(text)
    raise argparse.ArgumentTypeError(f"not a number of seats, 2 or more: {text}")


def seat_number(text: str) -> int:
    """Read which seat, from 0."""
    if text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(f"not the number of a seat, 0 or more: {text}")


def count(text: str) -> int:
    """Read how many of something."""
    if text.isdecimal() and 0 < int(text) <= MOST:
        return int(text)
    raise argparse.ArgumentTypeError(f"not a number from 1 to {MOST}: {text}")


def moment(text: str) -> datetime:
    """Read a day or a time, in the zone of this machine unless it names another."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        detail = f"not a day or time such as 2026-12-24T18:00: {text}"
        raise argparse.ArgumentTypeError(detail) from None
