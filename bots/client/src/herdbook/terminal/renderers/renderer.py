"""What the file of a ruleset provides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from herdbook.terminal.sentences import Sentence
from herdbook.terminal.writing import plain
from herdbook.views import Game


def bare(move: str) -> Text:
    """Show a move as it is written."""
    return Text(plain(move))


@dataclass(frozen=True, slots=True)
class Renderer:
    """Draws the table of a ruleset, words the events that only it has, and shows its moves."""

    table: Callable[[Game], RenderableType]
    sentences: Mapping[str, Sentence]
    move: Callable[[str], Text] = bare
    """Adds to the text of a move, never takes away: it can be typed."""
