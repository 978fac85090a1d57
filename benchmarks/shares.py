"""Who spends how much processor time on a move, and on the same SQL without us.

Where other work wants the same cores, moves a second say how much of them was left. Processor time
says what a move takes; only caches that others have emptied make it more.
"""

import os
import statistics
from collections.abc import Callable, Mapping

from rich.table import Table

from benchmarks import stacks

_MILLION = 1_000_000


class Shares:
    """Processor time by kind of process, in microseconds, one entry a window."""

    def __init__(self, roots: Mapping[str, int]) -> None:
        """`roots` are the processes, by kind, which count with all below them."""
        self._roots = roots
        self._moves: list[dict[str, float]] = []
        self._minimal: list[dict[str, float]] = []

    def of_moves(self, window: Callable[[], tuple[int, float]]) -> float:
        """Run a window of moves; return moves a second."""
        return self._measure(window, self._moves)

    def of_minimal(self, window: Callable[[], tuple[int, float]]) -> float:
        """Run a window of the minimal SQL; return transactions a second."""
        return self._measure(window, self._minimal)

    def _measure(
        self, window: Callable[[], tuple[int, float]], into: list[dict[str, float]]
    ) -> float:
        before = self._spent()
        done, seconds = window()
        spent = self._spent()
        into.append({kind: (spent[kind] - before[kind]) / done * _MILLION for kind in spent})
        return done / seconds

    def _spent(self) -> dict[str, float]:
        found = {kind: stacks.tree_seconds(pid) for kind, pid in self._roots.items()}
        for kind, pid in self._roots.items():
            if pid == os.getpid():  # the web server is a child of ours
                found[kind] -= found["web server"]
        return found

    def ratios(self) -> list[float]:
        """Return, for each window, the time of the minimal SQL to that of a move."""
        pairs = zip(self._minimal, self._moves, strict=True)
        return [sum(minimal.values()) / sum(move.values()) for minimal, move in pairs]

    def table(self) -> Table:
        """Show the medians."""
        shown = Table(title="processor time, \u00b5s, medians")
        for column in ("", "a move", "minimal SQL"):
            shown.add_column(column, justify="right")
        for kind in self._roots:
            cells = (statistics.median(w[kind] for w in ws) for ws in (self._moves, self._minimal))
            shown.add_row(kind, *(f"{cell:.0f}" for cell in cells))
        sums = (
            statistics.median(sum(w.values()) for w in ws) for ws in (self._moves, self._minimal)
        )
        shown.add_row("all", *(f"{total:.0f}" for total in sums))
        return shown
