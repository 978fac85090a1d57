"""What a run shows: progress while it works, a table at its end."""

from types import TracebackType
from typing import Self

from rich import progress
from rich.console import Console
from rich.table import Table

from tests.faults.faults import FAULTS, SHORT
from tests.faults.findings import MEANINGS
from tests.faults.judging import Verdict

_SHOWN = 30
"""Findings that are printed one by one."""


class Progress:
    """The line that says what goes on."""

    def __init__(self, console: Console) -> None:
        self._bar = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description:<22}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TextColumn("faults, {task.fields[games]} games"),
            console=console,
            # Children are started by fork, which wants no second thread here.
            auto_refresh=False,
            transient=True,
        )
        self._task = self._bar.add_task("starting", total=1, games=0)

    def say(self, doing: str, faults: int, of: int, games: int) -> None:
        self._bar.update(
            self._task, description=doing, completed=faults, total=max(of, faults), games=games
        )
        self._bar.refresh()

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._bar.stop()


def verdict(found: Verdict, *, title: str) -> Table:
    table = Table(title=title, title_justify="left", show_header=False)
    table.add_column("what")
    table.add_column("count", justify="right")
    for name, count in (
        ("games", found.games),
        ("events in their logs", found.events),
        ("requests of clients", found.requests),
        ("commands checked", found.commands),
        ("answers of 503", found.unavailable),
        ("requests without an answer", found.unanswered),
        ("decisions expired", found.expired),
        ("faults injected", found.faults),
        *((f"  {name}", count) for name, count in found.counts.items()),
    ):
        table.add_row(name, f"{count:,}")
    table.add_row("slowest move of the house", f"{found.slowest_house:.1f} s")
    table.add_row("slowest expiry", f"{found.slowest_expiry:.1f} s")
    table.add_row("slowest to be ready again", f"{found.slowest_ready:.1f} s")
    table.add_section()
    kinds = [finding.kind for finding in found.findings]
    for kind, meaning in MEANINGS.items():
        if kind in kinds:
            table.add_row(f"{kind}: {meaning}", str(kinds.count(kind)), style="red")
    table.add_row("violations", str(len(kinds)), style="bold red" if kinds else "bold green")
    return table


def findings(found: Verdict, console: Console) -> None:
    """Print what was found, the first of it one by one."""
    for finding in found.findings[:_SHOWN]:
        console.print(f"{finding.kind}  {finding.game}  {finding.text}", markup=False)
    if len(found.findings) > _SHOWN:
        console.print(f"... and {len(found.findings) - _SHOWN} more")


def faults() -> Table:
    table = Table(title="Faults", title_justify="left")
    for column in ("name", "what it does", "short set"):
        table.add_column(column)
    for fault in FAULTS.values():
        table.add_row(fault.name, fault.text, "yes" if fault.name in SHORT else "")
    return table
