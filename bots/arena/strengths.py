"""How strong the strategies are: what is asked of each, and how often it wins.

Run it with `make strengths`. Deals are paired and seeds fixed, so the same code gives the same
table. The command fails if a strategy wins less often than is asked.
"""

import argparse
import functools
import math
import sys
from collections.abc import Callable, Sequence

import msgspec
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bots.arena.pairing import Share, share_of_wins
from bots.strategies.registry import find_strategy
from games.engine.registry import discover, find_ruleset


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a strategy, with that many seats at the table."""

    slug: str
    strategy: str = "normal"
    others: str = "random"
    """The strategy in all the other seats."""
    seats: int
    floor: float
    """The share of games to be won at least, ties among the winners included."""

    @property
    def title(self) -> str:
        """Name the ruleset and the seats."""
        return f"{self.slug} {self.seats}"


ASKED = (
    Asked(slug="mow", seats=2, floor=0.98),
    Asked(slug="mow", seats=4, floor=0.80),
    Asked(slug="farmyard-cries", seats=2, floor=0.99),
    Asked(slug="farmyard-cries", seats=4, floor=0.97),
    Asked(slug="family-favourites", seats=2, floor=0.65),
    Asked(slug="family-favourites", seats=4, floor=0.36),
)
"""The Tortoise Game is pure luck, so nothing is asked there."""


def measure(asked: Asked, games: int, played: Callable[[], None] = lambda: None) -> Share:
    """Play the games of one row; `played` is called after each."""
    return share_of_wins(
        find_ruleset(asked.slug),
        find_strategy(asked.slug, asked.strategy),
        find_strategy(asked.slug, asked.others),
        seats=asked.seats,
        games=games,
        played=played,
    )


def measure_all(rows: Sequence[Asked], games: int, console: Console) -> list[Share]:
    """Play the games of every row, with a bar that says how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        shares: list[Share] = []
        for row in rows:
            total = math.ceil(games / row.seats) * row.seats
            task = progress.add_task(row.title, total=total)
            shares.append(measure(row, games, functools.partial(progress.advance, task)))
        return shares


def drawn(rows: Sequence[Asked], shares: Sequence[Share]) -> Table:
    """Set the shares in a table that fits 80 columns."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("ruleset", "who plays"):
        table.add_column(heading, no_wrap=True)
    for heading in ("games", "won", "95 % interval", "asked", "met"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row, share in zip(rows, shares, strict=True):
        table.add_row(
            row.slug,
            f"{row.strategy} : {row.seats - 1} {row.others}",
            f"{share.games:,}",
            f"{share.won:.1%}",
            f"{share.low:.1%}-{share.high:.1%}",
            f"{row.floor:.0%}",
            "yes" if share.won >= row.floor else "NO",
        )
    return table


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a strategy wins less often than is asked."""
    discover()
    parser = argparse.ArgumentParser(
        prog="make strengths", description=__doc__, epilog='Options go through ARGS="...".'
    )
    parser.add_argument(
        "--games", type=int, default=1_000, metavar="N", help="games a row (%(default)s)"
    )
    parser.add_argument(
        "--only",
        choices=sorted({row.slug for row in ASKED}),
        metavar="SLUG",
        help="one ruleset (%(choices)s)",
    )
    given = parser.parse_args(words)
    if given.games < 1:
        parser.error("--games takes a number from 1")
    rows = [row for row in ASKED if given.only in {None, row.slug}]
    console = Console()
    shares = measure_all(rows, given.games, console)
    console.print(drawn(rows, shares))
    return int(any(share.won < row.floor for row, share in zip(rows, shares, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
