"""A bar for long walks over all games: on a terminal only, beside what a command prints."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Bar:
    """The bar, and how to print a line above it."""

    def __init__(self, progress: Progress, write: Callable[[str], object], total: int) -> None:
        self._progress = progress
        self._write = write
        self._task = progress.add_task("games", total=total)

    def advance(self) -> None:
        """Count one game."""
        self._progress.advance(self._task)

    def print(self, line: str) -> None:
        """Print one line to the command's output."""
        if not self._progress.disable and sys.stdout.isatty():
            # The same screen as the bar, which must not be written over.
            self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            self._write(line)


@contextmanager
def bar(total: int, write: Callable[[str], object]) -> Iterator[Bar]:
    """Show a bar for `total` games on the terminal's error stream; none where it is no terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        disable=not console.is_terminal,
    ) as progress:
        yield Bar(progress, write, total)
