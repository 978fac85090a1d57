"""`herdbook inbox`: what waits for you, in all your games."""

import argparse
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from herdbook.answers import AccountEvent, Turn, Turns
from herdbook.client import Client
from herdbook.errors import CursorExpiredError
from herdbook.reading import as_json
from herdbook.retries import ENDLESS
from herdbook.terminal.commands.command import Command, ComplaintError, count
from herdbook.terminal.told import told
from herdbook.terminal.writing import plain

MOST_AT_ONCE = 500
SHORT = timedelta(hours=1)
"""Less time than this is worth a colour."""
WAIT = 30


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sort",
        choices=("deadline", "waiting"),
        default="deadline",
        help="the nearest deadline first, or what has been waiting longest (default: %(default)s)",
    )
    parser.add_argument(
        "--limit",
        type=count,
        default=MOST_AT_ONCE,
        metavar="N",
        help="how many decisions at most (default: %(default)s)",
    )
    parser.add_argument(
        "--watch", action="store_true", help="go on and tell what happens, until Ctrl-C"
    )


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if client.token is None:
        raise ComplaintError("An inbox is somebody's: `herdbook login` first.")
    place = _show(client, arguments, console)
    if arguments.watch:
        client.settings.retries = ENDLESS
        for event in _followed(client, arguments, console, place):
            if arguments.json:
                console.out(json.dumps(as_json(event)), highlight=False)
            else:
                console.print(told(event), soft_wrap=True)


def _show(client: Client, arguments: argparse.Namespace, console: Console) -> str | None:
    """Show what is owed; return the place in the feed that belongs to it."""
    turns, first = _owed(client, arguments)
    if arguments.json:
        for turn in turns:
            console.out(json.dumps(as_json(turn)), highlight=False)
    elif turns:
        console.print(_table(turns))
        if (more := (first.count or 0) - len(turns)) > 0:
            console.print(f"{more} more.", style="dim")
    else:
        console.print("Nothing waits for you.")
    return first.events_after


def _owed(client: Client, arguments: argparse.Namespace) -> tuple[list[Turn], Turns]:
    left: int = arguments.limit
    first = page = client.turns(sort=arguments.sort, limit=min(left, MOST_AT_ONCE))
    found = list(page.items)
    while page.next and (left := arguments.limit - len(found)) > 0:
        page = client.turns(sort=arguments.sort, limit=min(left, MOST_AT_ONCE), cursor=page.next)
        found += page.items
    return found, first


def _table(turns: list[Turn]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    # Whole, however narrow the terminal: an id is there to be copied.
    table.add_column("game", no_wrap=True, min_width=max(len(turn.game) for turn in turns))
    table.add_column("to do", no_wrap=True)
    table.add_column("time left", no_wrap=True, justify="right")
    now = datetime.now(UTC)
    for turn in turns:
        kind = turn.decision.kind if turn.decision else None
        table.add_row(
            Text(plain(turn.game), style="cyan"),
            Text(f"{plain(turn.ruleset)} · {plain(kind)}"),
            _left(turn.decision.deadline_at if turn.decision else None, now),
        )
    return table


def _left(deadline: datetime | None, now: datetime) -> Text:
    if deadline is None:
        return Text("no limit", style="dim")
    left = max(deadline - now, timedelta())
    minutes = int(left.total_seconds()) // 60
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        words = f"{days} d {hours} h"
    elif hours:
        words = f"{hours} h {minutes % 60} min"
    else:
        words = f"{minutes} min"
    return Text(words, style="bold red" if left < SHORT else "")


def _followed(
    client: Client, arguments: argparse.Namespace, console: Console, place: str | None
) -> Iterator[AccountEvent]:
    """Yield what is told from a place on, for ever."""
    while True:
        try:
            part = client.account_events(after=place or "latest", limit=100, wait=WAIT)
        except CursorExpiredError:  # the machine slept for a month
            place = _show(client, arguments, console)
            continue
        yield from part.items
        place = part.cursor


COMMAND = Command(
    name="inbox",
    help="list what waits for you, in all your games",
    description="List every decision that you owe, the most urgent first, and with --watch tell "
    "what happens in your games from then on. Nothing is missed when the connection is cut.",
    arguments=_arguments,
    run=_run,
)
