"""Whether pairs that play together stand out among many that do not.

Run it with `make collusion`. A population is made up: players of ten strengths, pairs of
accomplices, and pairs of friends who always sit at one table and play honestly. They play real
games, whose signs are summed up and weighed as the server does. The command fails if a pair of
accomplices is not among the 1 % with the highest scores, or if a pair of friends, however often
they have met, stands above all strangers. The same numbers give the same table.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bots.arena.population import SHORT, Ledger, Population, play
from games.engine.registry import discover

Who: TypeAlias = Literal["accomplices", "friends", "strangers"]


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """Where a pair stands among all that have met."""

    pair: tuple[int, int]
    who: Who
    games: int
    score: float
    place: int
    of: int
    """How many pairs have met."""

    @property
    def share(self) -> float:
        """The share of the pairs that stand there or above."""
        return self.place / self.of


TOP = 0.01
"""The share of pairs with the highest scores in which accomplices have to be."""


def placed(people: Population, ledger: Ledger) -> list[Placed]:
    """Return where each pair stands that always sits together, the highest first.

    And the first pair of strangers, whom chance has put where they are.
    """
    ranked = ledger.ranked()
    found: list[Placed] = []
    has_strangers = False
    for place, (points, pair) in enumerate(ranked, start=1):
        if people.partner_of(pair[0]) == pair[1]:
            who: Who = "accomplices" if people.colludes(pair[0]) else "friends"
        elif has_strangers:
            continue
        else:
            who, has_strangers = "strangers", True
        games = ledger.met[pair]
        found.append(
            Placed(pair=pair, who=who, games=games, score=points, place=place, of=len(ranked))
        )
    return found


def astray(rows: Sequence[Placed]) -> list[Placed]:
    """Return the accomplices that are not found, and the friends who would be suspected first."""
    first = min(row.place for row in rows if row.who == "strangers")
    return [
        row
        for row in rows
        if (row.who == "accomplices" and row.share > TOP)
        or (row.who == "friends" and row.place < first)
    ]


def drawn(rows: Sequence[Placed]) -> Table:
    """Set the pairs in a table that fits 80 columns."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("accounts", "who"):
        table.add_column(heading, no_wrap=True)
    for heading in ("games", "score", "place", "of", "share", "as asked"):
        table.add_column(heading, justify="right", no_wrap=True)
    wrong = astray(rows)
    for row in rows:
        table.add_row(
            f"{row.pair[0]} {row.pair[1]}",
            row.who,
            f"{row.games:,}",
            f"{row.score:.2f}",
            f"{row.place:,}",
            f"{row.of:,}",
            f"{row.share:.2%}",
            "NO" if row in wrong else "yes" if row.who != "strangers" else "",
        )
    return table


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a pair does not stand where it should."""
    discover()
    parser = argparse.ArgumentParser(
        prog="make collusion", description=__doc__, epilog='Options go through ARGS="...".'
    )
    for name, default, text in (
        ("accounts", 200, "how many there are"),
        ("accomplices", 6, "pairs that play together"),
        ("friends", 8, "pairs that always sit together and play honestly"),
        ("games", 1_000, "games of each ruleset"),
        ("seed", 1, "another population, other deals"),
    ):
        parser.add_argument(
            f"--{name}", type=int, default=default, metavar="N", help=f"{text} (%(default)s)"
        )
    given = parser.parse_args(words)
    people = Population(
        accounts=given.accounts, accomplices=given.accomplices, friends=given.friends
    )
    console = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("games", total=given.games * len(SHORT))
        ledger = play(people, given.games, seed=given.seed, played=lambda: progress.advance(task))
    rows = placed(people, ledger)
    console.print(drawn(rows))
    return int(bool(astray(rows)))


if __name__ == "__main__":
    sys.exit(main())
