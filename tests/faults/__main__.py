"""Fault injection: `make faults`.

Starts PostgreSQL, a broker, a proxy before both, two web processes, two workers and beat, all of
its own. Clients and house bots play games of every ruleset on them while one thing after the
other is broken. At the end what the clients were told is held against the log. Exit code 0: no
invariant was violated; 1: some was; 2: the run itself failed.
"""

import argparse
import random
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table

from config.stack.console import StackError
from tests.faults.faults import FAULTS
from tests.faults.findings import MEANINGS
from tests.faults.judging import Verdict, judge
from tests.faults.run import Run, Say, Wish

SHORT = (
    "web-killed",
    "cut-before-answer",
    "worker-killed",
    "messages-doubled",
    "postgres-killed",
    "pool-child-killed",
    "broker-killed",
    "raise-after-append",
    "exit-before-append",
    "worker-stopped",
    "everything-killed",
)
"""The faults of the short set, which is part of `make test`."""
_SHOWN = 30


def main() -> int:
    chosen = _arguments()
    console = Console()
    if chosen.list:
        console.print(_list())
        return 0
    wish = _wish(chosen)
    console.print(f"Seed {wish.seed}; the same choices again: --seed {wish.seed}")
    try:
        with _progress(console) as progress, Run(wish, _sayer(progress, wish)) as run:
            try:
                run.play_and_break()
                progress.update(progress.task_ids[0], description="checking")
                verdict = judge(run)
            finally:
                run.keep(chosen.keep)
    except (AssertionError, RuntimeError, StackError) as error:
        console.print(f"The run failed: {error}", style="red", markup=False)
        return 2
    console.print(_table(verdict, run.course.counts))
    for finding in verdict.findings[:_SHOWN]:
        console.print(f"{finding.kind}  {finding.game}  {finding.text}", markup=False)
    if len(verdict.findings) > _SHOWN:
        console.print(f"... and {len(verdict.findings) - _SHOWN} more")
    return 1 if verdict.findings else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="list the faults and end")
    parser.add_argument("--seed", type=int, help="of all random choices; printed if not given")
    parser.add_argument("--games", type=int, default=50, help="at least so many are played")
    parser.add_argument("--minutes", type=float, default=0.0, help="it takes at least so long")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=[*FAULTS, "nothing"],
        metavar="FAULT",
        help="inject this one only; may be given several times; `nothing` breaks nothing",
    )
    parser.add_argument(
        "--short", action="store_true", help="the short set: fewer faults, briefer ones"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="copy the history and the logs there"
    )
    parser.add_argument("--gap", type=float, help="seconds between two faults")
    return parser.parse_args()


def _wish(chosen: argparse.Namespace) -> Wish:
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(10**6)
    names = [name for name in chosen.only if name != "nothing"]
    if not chosen.only:
        names = list(SHORT if chosen.short else FAULTS)
        random.Random(seed).shuffle(names)
    gap = 3.0 if chosen.short else 8.0
    return Wish(
        seed=seed,
        faults=[FAULTS[name] for name in names],
        games=chosen.games,
        seconds=chosen.minutes * 60,
        long=not chosen.short,
        gap=gap if chosen.gap is None else chosen.gap,
    )


def _progress(console: Console) -> Progress:
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description:<22}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("faults, {task.fields[games]} games"),
        console=console,
        # Children are started by fork, which wants no second thread here.
        auto_refresh=False,
    )


def _sayer(progress: Progress, wish: Wish) -> Say:
    task = progress.add_task("starting", total=len(wish.faults), games=0)

    def say(doing: str, faults: int, games: int) -> None:
        total = max(len(wish.faults), faults)
        progress.update(task, description=doing, completed=faults, total=total, games=games)
        progress.refresh()

    return say


def _table(verdict: Verdict, counts: dict[str, int]) -> Table:
    table = Table(title="Fault injection", title_justify="left", show_header=False)
    table.add_column("what")
    table.add_column("count", justify="right")
    for name, count in (
        ("games", verdict.games),
        ("events in their logs", verdict.events),
        ("requests of clients", verdict.requests),
        ("commands checked", verdict.commands),
        ("faults injected", verdict.faults),
    ):
        table.add_row(name, f"{count:,}")
    for name, count in counts.items():
        if name != "games played":
            table.add_row(f"  {name}", f"{count:,}")
    table.add_row("slowest move of the house", f"{verdict.slowest_house:.1f} s")
    table.add_row("slowest expiry", f"{verdict.slowest_expiry:.1f} s")
    table.add_section()
    found = [finding.kind for finding in verdict.findings]
    for kind, meaning in MEANINGS.items():
        if kind in found:
            table.add_row(f"{kind}: {meaning}", str(found.count(kind)), style="red")
    table.add_row("violations", str(len(found)), style="bold red" if found else "bold green")
    return table


def _list() -> Table:
    table = Table(title="Faults", title_justify="left")
    for column in ("name", "what it does", "short set"):
        table.add_column(column)
    for fault in FAULTS.values():
        table.add_row(fault.name, fault.text, "yes" if fault.name in SHORT else "")
    return table


if __name__ == "__main__":
    sys.exit(main())
