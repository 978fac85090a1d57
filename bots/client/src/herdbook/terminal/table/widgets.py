"""The parts of the table that are not a picture of the game: lines above and below, and the moves."""

from datetime import UTC, datetime, timedelta
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from herdbook.errors import HerdbookError
from herdbook.terminal.renderers import move_of
from herdbook.terminal.table.choices import Act, Choice, choices_in, meant_by
from herdbook.terminal.writing import plain
from herdbook.views import Game

KEYS = " ↑↓ Enter: play, or type a move or its number   F1 help   ^R resign   ^Q leave"


class Head(Static):
    """Which game it is, whose turn, and how much time is left."""

    game: Game | None = None
    _ahead = timedelta()
    """How far the server's clock is ahead of ours: deadlines are its own."""

    def on_mount(self) -> None:
        """Let the time run."""
        self.set_interval(1.0, self.draw)

    def show(self, game: Game) -> None:
        """Take note of a new view."""
        self.game = game
        if game.server_now:
            self._ahead = game.server_now - datetime.now(UTC)
        self.draw()

    def draw(self) -> None:
        """Say how things stand now."""
        game = self.game
        if game is None:
            return
        head = Text(f" {plain(game.ruleset)} ", style="bold reverse")
        head.append(f" {plain(game.id)} ", style="dim")
        if game.decision:
            head.append("your turn", style="bold green")
            if due := game.decision.deadline_at:
                left = max(timedelta(), due - datetime.now(UTC) - self._ahead)
                head.append(f" · {str(left).partition('.')[0]} left", style="dim")
        else:
            head.append("over" if game.is_over else "others decide", style="bold")
        self.update(head)


class Foot(Static):
    """The keys, or whatever has to be said."""

    def on_mount(self) -> None:
        """Begin with the keys."""
        self.say_keys()

    def say(self, text: str, *, alarm: bool = False) -> None:
        """Say something."""
        self.update(Text(plain(text), style="bold red" if alarm else ""))

    def say_keys(self) -> None:
        """Say what the keys do."""
        self.update(Text(KEYS))

    def say_refusal(self, error: HerdbookError) -> None:
        """Say why something could not be done."""
        self.say(f"{error.detail or error.title} ({error.code})", alarm=True)


class Moves(OptionList):
    """What can be done, numbered."""

    choices: tuple[Choice, ...] = ()
    _decision: str | None = None

    def offer(self, game: Game) -> bool:
        """List what can be done in a game; say whether that is anything new."""
        choices, decision = choices_in(game), game.decision.id if game.decision else None
        if (choices, decision) == (self.choices, self._decision):
            return False
        self.choices, self._decision = choices, decision
        self.clear_options()
        self.add_options(
            Option(_worded(number, choice, game)) for number, choice in enumerate(choices, start=1)
        )
        self.border_title = "your move" if decision else "over" if game.is_over else "wait"
        self.highlighted = None
        return True

    def step(self, step: int) -> None:
        """Go up or down, round and round."""
        if self.choices:
            beyond = -1 if step > 0 else 0
            place = beyond if self.highlighted is None else self.highlighted
            self.highlighted = (place + step) % len(self.choices)

    def meant(self, line: str) -> Choice | None:
        """Find what a line means or, if it is empty, what is chosen here."""
        place = meant_by(line, self.choices) if line.strip() else self.highlighted
        return self.at(place)

    def at(self, place: int | None) -> Choice | None:
        """Return what is in a place."""
        return self.choices[place] if place is not None and place < len(self.choices) else None


class Line(Input):
    """Where one types; what moves the cursor elsewhere chooses and scrolls instead."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.choose(-1)", show=False),
        Binding("down", "app.choose(1)", show=False),
        Binding("pageup", "app.scroll_story(-1)", show=False),
        Binding("pagedown", "app.scroll_story(1)", show=False),
    ]


def _worded(number: int, choice: Choice, game: Game) -> Text:
    text = Text(f"{number:>3} ", style="dim")
    match choice.act:
        case Act.MOVE:
            return text + move_of(choice.text, game)
        case Act.FREE:
            return text + move_of(choice.text, game).append("  free", "dim")
        case _:
            return text + Text(choice.text, style="bold")
