"""Where a game is shown while it goes on: for people as text, for programs as lines of JSON.

On a terminal the events scroll by as sentences above a table that stays in its place and
changes. In a file or pipe the table is written again whenever the viewer owes a decision, or
after all news for somebody who only watches.
"""

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from herdbook.reading import as_json
from herdbook.terminal.renderers import sentence_of, table_of
from herdbook.terminal.results import result_table
from herdbook.views import Event, Game


class Screen(Protocol):
    """Shows a game as it goes on."""

    def tell(self, event: Event, game: Game) -> None:
        """Show that something happened."""
        ...

    def draw(self, game: Game) -> None:
        """Show how the game stands after all that was told."""
        ...

    def conclude(self, game: Game) -> None:
        """Show how the game ended."""
        ...


class TextScreen:
    """Sentences and tables for people."""

    def __init__(self, console: Console, live: Live | None) -> None:
        self._console = console
        self._live = live

    def tell(self, event: Event, game: Game) -> None:
        """Write a sentence."""
        # In columns, so that a long sentence goes on below its beginning.
        line = Table.grid(padding=(0, 2))
        line.add_row(Text(f"{event.version:>5}", style="dim"), sentence_of(event, game))
        self._console.print(line)

    def draw(self, game: Game) -> None:
        """Draw the table, where it stays or where it is of use."""
        if self._live:
            self._live.update(table_of(game), refresh=True)
        elif game.decision or game.my_seat is None or game.is_over:
            self._console.print(table_of(game))

    def conclude(self, game: Game) -> None:
        """Write the result below everything else."""
        if self._live:
            self._live.stop()
        self._console.print(result_table(game))


class JsonScreen:
    """A line `{"event": …}` for every event, and `{"game": …}` with the last view at the end."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def tell(self, event: Event, game: Game) -> None:
        """Write the event."""
        self._console.out(json.dumps({"event": as_json(event)}), highlight=False)

    def draw(self, game: Game) -> None:
        """Write nothing: the events say it all."""

    def conclude(self, game: Game) -> None:
        """Write the game as it ended."""
        self._console.out(json.dumps({"game": as_json(game)}), highlight=False)


@contextmanager
def screen_on(console: Console, *, as_lines_of_json: bool) -> Generator[Screen]:
    """Provide the screen that fits, and leave the terminal as it was."""
    if as_lines_of_json:
        yield JsonScreen(console)
    elif console.is_terminal:
        with Live(console=console, auto_refresh=False) as live:
            yield TextScreen(console, live)
    else:
        yield TextScreen(console, None)
