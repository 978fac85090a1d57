"""The part of a table that all rulesets have: who sits where, and whose turn it is."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from herdbook.terminal.writing import Cast, plain
from herdbook.views import Game


def seats_table(game: Game, columns: Mapping[str, Sequence[object]]) -> Table:
    """List the seats with a column for each fact that there is one of for every seat."""
    cast = Cast(game)
    deciding = {one.seat for one in game.deciding}
    mine = game.my_seat
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("seat")
    for heading in columns:
        table.add_column(heading, justify="right")
    table.add_column("")
    for place, seat in enumerate(game.seats):
        notes = [] if seat.state in {None, "playing"} else [plain(seat.state)]
        if mine and seat.seat == mine.seat:
            notes.append("you")
        table.add_row(
            Text("▶" if seat.seat in deciding else " ", style="bold"),
            cast[seat.seat],
            *(Text(plain(values[place])) for values in columns.values()),
            Text(", ".join(notes), style="dim"),
        )
    return table


def framed(game: Game, *parts: RenderableType) -> Panel:
    """Put the parts of a table into a frame that says which game it is."""
    title = Text(f"{plain(game.ruleset)} · version {game.version} · {plain(game.status)}")
    return Panel(Group(*parts), title=title, title_align="left", expand=False, border_style="dim")


def labelled(rows: Mapping[str, Text]) -> Table:
    """Line up short facts behind their names."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for name, text in rows.items():
        grid.add_row(Text(name), text)
    return grid
