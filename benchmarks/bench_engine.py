"""How fast the engine plays every ruleset, beside two other card engines.

Run it with `make bench-engine`. Random games are played in one process a side and in short windows
of CPU time that take turns, so that a busy machine slows all figures alike; the ratios are the part
to compare between machines. The peers, OpenSpiel's Crazy Eights and RLCard's Uno, are installed
into `.venv-bench` first.
"""

import argparse
import contextlib
import functools
import statistics
from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.engine_windows import (
    Window,
    copies,
    folds,
    repeated,
    steps_with_events,
    steps_without_events,
)
from benchmarks.peer_process import PeerProcess
from benchmarks.peers import PEERS
from games.engine.registry import all_rulesets, discover

_WIDTH = 110

KINDS = {
    "with": steps_with_events,
    "without": steps_without_events,
    "copy": copies,
    "fold": folds,
}


@dataclass(frozen=True)
class Rates:
    """How often a second each thing was done: medians, and the range of the windows."""

    taken: Mapping[str, list[float]]

    def __getitem__(self, name: str) -> float:
        return statistics.median(self.taken[name])

    def told(self, name: str) -> str:
        return f"{min(self.taken[name]):,.0f} to {max(self.taken[name]):,.0f}"


def measure(windows: Mapping[str, Window], rounds: int, seconds: float) -> Rates:
    taken: dict[str, list[float]] = {name: [] for name in windows}
    for nth in track(range(rounds), description="windows take turns", transient=True):
        for name, window in windows.items():
            count, took = window(nth, seconds)
            taken[name].append(count / took)
    return Rates(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="windows of each kind")
    parser.add_argument("--seconds", type=float, default=0.2, help="length of a window")
    parser.add_argument("--only", help="the slug of one ruleset")
    parser.add_argument("--without-peers", action="store_true")
    asked = parser.parse_args()
    discover()
    tables = [
        (ruleset, seats)
        for ruleset in all_rulesets()
        if asked.only in {None, ruleset.slug}
        for seats in ruleset.seat_counts
    ]
    windows: dict[str, Window] = {
        f"{ruleset.slug} {seats} {kind}": make(ruleset, seats)
        for ruleset, seats in tables
        for kind, make in KINDS.items()
    }
    windows["list"] = repeated(list(range(48)).copy)
    with contextlib.ExitStack() as stack:
        if not asked.without_peers:
            process = stack.enter_context(PeerProcess())
            for peer in PEERS:
                windows[peer] = functools.partial(_peer_window, process, peer)
        rates = measure(windows, asked.rounds, asked.seconds)
    _print([(ruleset.slug, seats) for ruleset, seats in tables], rates)


def _peer_window(process: PeerProcess, peer: str, seed: int, seconds: float) -> tuple[int, float]:
    return process.window(peer, seconds)


def _print(rows: list[tuple[str, int]], rates: Rates) -> None:
    peers = [peer for peer in PEERS if peer in rates.taken]
    table = Table(title="Random games, medians over interleaved windows of CPU time")
    for heading in (
        *("ruleset", "seats", "steps/s with events", "without"),
        *(f": {peer}" for peer in peers),
        *("a copy, µs", ": a list's", "folded events/s"),
    ):
        table.add_column(heading, justify="left" if heading == "ruleset" else "right")
    for slug, seats in rows:
        name = f"{slug} {seats}"
        steps = rates[f"{name} with"]
        table.add_row(
            slug,
            str(seats),
            f"{steps:,.0f}",
            f"{rates[f'{name} without']:,.0f}",
            *(f"{steps / rates[peer]:.2f}" for peer in peers),
            f"{1e6 / rates[f'{name} copy']:.2f}",
            f"{rates['list'] / rates[f'{name} copy']:.1f}",
            f"{rates[f'{name} fold']:,.0f}",
        )
        if (slug, seats) == [row for row in rows if row[0] == slug][-1]:
            _print_whole(table, slug, [row for row in rows if row[0] == slug], rates, peers)
            table.add_section()
    console = Console()
    console.width = max(console.width, _WIDTH)
    console.print(table)
    for peer in peers:
        console.print(f"{peer}: {rates[peer]:,.0f} moves/s ({rates.told(peer)})")
    console.print(f"copy of a list of 48 numbers: {1e6 / rates['list']:.3f} µs")


def _print_whole(
    table: Table, slug: str, rows: list[tuple[str, int]], rates: Rates, peers: list[str]
) -> None:
    """Add a row for the ruleset as a whole: the same time is played with each number of seats."""

    def whole(kind: str) -> float:
        return statistics.mean(rates[f"{slug} {seats} {kind}"] for _, seats in rows)

    table.add_row(
        slug,
        "all",
        f"{whole('with'):,.0f}",
        f"{whole('without'):,.0f}",
        *(f"{whole('with') / rates[peer]:.2f}" for peer in peers),
        "",
        "",
        f"{whole('fold'):,.0f}",
        style="bold",
    )


if __name__ == "__main__":
    main()
