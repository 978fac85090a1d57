"""Any table at all: what there is one of for every seat beside the seats, the rest line by line."""

from collections.abc import Sequence
from typing import TypeGuard, cast

from rich.console import RenderableType
from rich.text import Text

from herdbook.terminal.renderers.renderer import Renderer
from herdbook.terminal.renderers.seats import framed, labelled, seats_table
from herdbook.terminal.writing import plain
from herdbook.views import Game


def table(game: Game) -> RenderableType:
    """Draw a table of which nothing is known."""
    columns: dict[str, Sequence[object]] = {}
    lines: dict[str, Text] = {}
    for key, value in game.table.items():
        name = plain(key).replace("_", " ")
        if _is_one_for_each(value, game):
            columns[name] = value
        else:
            lines[name] = Text(plain(value))
    if not columns:
        columns = {"score": [seat.score for seat in game.seats]}
    return framed(game, labelled(lines), Text(), seats_table(game, columns))


def _is_one_for_each(value: object, game: Game) -> TypeGuard[Sequence[object]]:
    """Say whether these are counts per seat: a list of cards may have the length by chance."""
    if not isinstance(value, list) or len(cast("list[object]", value)) != len(game.seats):
        return False
    return all(isinstance(item, int) for item in cast("list[object]", value))


GENERIC = Renderer(table=table, sentences={})
