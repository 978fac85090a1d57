"""Questions that are asked before something cannot be taken back, and the page of help."""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

HELP = """\
 ↑ ↓        choose among your moves      Enter   make the chosen move
 12.0 …     or type a move as it is written, or its number in the list,
            or as much of its beginning as no other move has

 PgUp PgDn  read the story              Ctrl+R  resign
 F1         these lines                 Ctrl+Q  leave

The herd, your hand and all else that you may know stand on the left. The
house bots' moves appear as they happen. Nothing is lost if the server
restarts: the table waits, and goes on where it was.
"""


class Question(ModalScreen[str]):
    """A text, and keys each of which closes it; the key comes back, Escape is an empty one."""

    DEFAULT_CSS = """
    Question { align: center middle; }
    Question > VerticalScroll {
        width: auto; max-width: 78; height: auto; max-height: 100%;
        border: round $accent; padding: 0 1; background: $surface;
    }
    Question Static { width: auto; max-width: 74; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss('')", "")]

    def __init__(self, text: str, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._text = text
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Lay the text above its keys."""
        keys = Text("   ").join(
            Text.assemble((key, "bold reverse"), f" {words}") for key, words in self._keys.items()
        )
        with VerticalScroll():
            yield Static(Text(self._text))
            yield Static(Text.assemble(keys, "   ", ("Esc", "bold reverse"), " back"))

    def on_key(self, event: Key) -> None:
        """Take one of the keys for an answer."""
        if event.character in self._keys:
            event.stop()
            _ = self.dismiss(event.character)
