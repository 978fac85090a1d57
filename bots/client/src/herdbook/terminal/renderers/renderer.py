"""What the file of a ruleset provides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rich.console import RenderableType

from herdbook.terminal.sentences import Sentence
from herdbook.views import Game


@dataclass(frozen=True, slots=True)
class Renderer:
    """Draws the table of a ruleset and words the events that only it has."""

    table: Callable[[Game], RenderableType]
    sentences: Mapping[str, Sentence]
