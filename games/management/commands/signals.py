"""`manage.py signals`: pairs of accounts that seem to play together, and what was measured."""

from typing import Any, TextIO, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich import box
from rich.console import Console
from rich.table import Table

from games.engine.signs.witness import MEANINGS
from games.models import Suspicion
from games.services.moderation.signs.suspicions import evidence


class Command(BaseCommand):
    help = (
        "Lists the pairs of accounts whose play towards each other is the most unusual, or with two"
        " names what was measured of them. It is a reason to look at their games, and no proof."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help="an account, or two")
        parser.add_argument(
            "--most", type=int, default=20, metavar="N", help="pairs to list (%(default)s)"
        )

    def handle(self, *args: Any, names: list[str], most: int, **options: Any) -> None:
        if len(names) > 2:  # noqa: PLR2004 - a pair
            raise CommandError("Name two accounts at most.")
        found = Suspicion.objects.select_related("first", "second").order_by("-score", "-id")
        for name in names:
            found = found.filter(first__name=name) | found.filter(second__name=name)
        if len(names) < 2:  # noqa: PLR2004
            self._print(_listed(list(found[: max(1, most)])))
            return
        pair = found.first()
        if pair is None:
            raise CommandError("They have played no game together that is over and looked through.")
        self._print(_explained(pair))

    def _print(self, table: Table) -> None:
        width = None if self.stdout.isatty() else 120
        Console(file=cast("TextIO", self.stdout), width=width).print(table)


def _table(*heads: str, numbers: int) -> Table:
    """Return an empty table whose last columns hold numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for place, head in enumerate(heads):
        is_number = place >= len(heads) - numbers
        table.add_column(head, justify="right" if is_number else "left", no_wrap=is_number)
    return table


def _listed(pairs: list[Suspicion]) -> Table:
    table = _table("first", "second", "games", "score", numbers=2)
    for one in pairs:
        table.add_row(one.first.name, one.second.name, f"{one.games:,}", f"{one.score:.2f}")
    return table


def _explained(pair: Suspicion) -> Table:
    heads = ("who", "what", "in", "signs", "mean", "baseline", "of others", "unusual", "points")
    table = _table(*heads, numbers=6)
    names = {one.id: one.name for one in (pair.first, pair.second)}
    for by, line in evidence(pair).lines:
        table.add_row(
            *(names[by], MEANINGS[line.kind], line.scope, f"{line.count:,}"),
            *(f"{line.mean:+.3f}", f"{line.baseline:+.3f}", f"{line.others:,}"),
            *(f"{line.unusual:+.2f}", f"{line.points:.2f}"),
        )
    return table
