"""`herdbook games`: a list of games."""

import argparse
import json
from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from herdbook.answers import Page
from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError, count
from herdbook.terminal.writing import Cast, plain
from herdbook.views import Game

STATUSES = ("open", "running", "paused", "finished", "aborted", "expired")
STATUS_STYLES = {"open": "green", "running": "bold"}
MOST_AT_ONCE = 100


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--status", choices=STATUSES, help="only games that stand like this")
    parser.add_argument("--ruleset", metavar="SLUG", help="only games of this ruleset")
    parser.add_argument("--player", metavar="NAME", help="only games with this player")
    parser.add_argument(
        "--mine",
        action="store_true",
        help="only those in which you have a part; needs `herdbook login`",
    )
    parser.add_argument("--open", action="store_true", help="only games with a seat to take")
    parser.add_argument(
        "--offered", action="store_true", help="only games in play with a seat to take over"
    )
    parser.add_argument("--free", type=count, metavar="N", help="only games with N seats to take")
    parser.add_argument("--seats", type=count, metavar="N", help="only games for N")
    parser.add_argument("--rated", action="store_true", help="only rated games")
    parser.add_argument("--clock", metavar="KIND", help="only games of this kind of clock")
    parser.add_argument(
        "--limit",
        type=count,
        default=20,
        metavar="N",
        help="how many at most, latest first (default: %(default)s)",
    )


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.mine and client.token is None:
        raise ComplaintError("--mine asks for your games: `herdbook login` first.")
    games = _games(client, arguments)
    if arguments.json:
        for game in games:
            console.out(json.dumps(as_json(game)), highlight=False)
        return
    with Console(stderr=True).status("Asking for games …"):
        listed = list(games)
    if not listed:
        console.print(_none(arguments))
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    # Whole, however narrow the terminal: an id is there to be copied.
    table.add_column("game", no_wrap=True, min_width=max(len(game.id) for game in listed))
    table.add_column("seats (▶ to move)", no_wrap=True, overflow="ellipsis")
    for game in listed:
        table.add_row(_game(game), _seats(game), end_section=True)
    console.print(table)


def _none(arguments: argparse.Namespace) -> str:
    """Say that the list is empty, and what of it is whose doing."""
    if arguments.mine:
        return "You have no such game." if _is_narrowed(arguments) else "You have no games yet."
    return "No game fits." if _is_narrowed(arguments) else "There are no games yet."


def _is_narrowed(arguments: argparse.Namespace) -> bool:
    narrowing = (
        "status",
        "ruleset",
        "player",
        "open",
        "offered",
        "free",
        "seats",
        "rated",
        "clock",
    )
    return any(getattr(arguments, name) for name in narrowing)


def _games(client: Client, arguments: argparse.Namespace) -> Iterator[Game]:
    left: int = arguments.limit
    page: Page[Game] | None = None
    while left > 0 and (page is None or page.next):
        page = client.games.list(
            status=arguments.status,
            ruleset=arguments.ruleset,
            player=arguments.player,
            # The server takes the absence of a filter for "no matter", and False for "not".
            mine=arguments.mine or None,
            open=arguments.open or None,
            rated=arguments.rated or None,
            offered=arguments.offered or None,
            seats=arguments.seats,
            free=arguments.free,
            time_control=arguments.clock,
            limit=min(left, MOST_AT_ONCE),
            cursor=page.next if page else None,
        )
        yield from page.items[:left]
        left -= len(page.items)


def _game(game: Game) -> Text:
    """Name a game and say in a line below how it stands."""
    text = Text(plain(game.id), style="cyan")
    style = STATUS_STYLES.get(game.status, "dim")
    text.append(f"\n{plain(game.ruleset)} · ", style="default").append(plain(game.status), style)
    if game.started_at:
        text.append(f" · {game.started_at.astimezone():%d %b %H:%M}", style="dim default")
    return text


def _seats(game: Game) -> Text:
    cast, deciding = Cast(game), {one.seat for one in game.deciding}
    marks = (("▶ " if seat.seat in deciding else "  ", cast[seat.seat]) for seat in game.seats)
    return Text("\n").join(Text(mark) + name for mark, name in marks)


COMMAND = Command(
    name="games",
    help="list games",
    description="List the games that you may know of, the latest first. Private games are seen "
    "by who sits in them, with a token.",
    arguments=_arguments,
    run=_run,
)
