"""The table itself: what it shows, and what the keys do."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import ClassVar, TypeAlias

from rich.console import Console
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from herdbook.client import AsyncClient, Client
from herdbook.errors import ConflictError, ForbiddenError, HerdbookError
from herdbook.reading import as_json as json_of
from herdbook.retries import Retries
from herdbook.terminal.renderers import move_of, sentence_of, table_of
from herdbook.terminal.results import result_table
from herdbook.terminal.table.choices import Act, Choice, choices_in, meant_by
from herdbook.terminal.table.connection import Connection
from herdbook.terminal.table.dialogs import HELP, Question
from herdbook.terminal.table.sitting import Wish, sit_down
from herdbook.terminal.writing import plain
from herdbook.views import Event, Game

KEYS = " ↑↓ Enter: play, or type a move or its number   F1 help   ^R resign   ^Q leave"
Order: TypeAlias = Callable[[], Awaitable[Game]]
IMPATIENT = Retries(limit=1, first=0.1)
"""The table itself waits for a server that is away, and says so meanwhile."""


class Line(Input):
    """Where one types; what moves the cursor elsewhere chooses and scrolls instead."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.choose(-1)", show=False),
        Binding("down", "app.choose(1)", show=False),
        Binding("pageup", "app.scroll_story(-1)", show=False),
        Binding("pagedown", "app.scroll_story(1)", show=False),
    ]


class TableApp(App[None]):
    """A person at a table. It is run with a client of its own, and ends with `failure` or not."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", priority=True),
        Binding("ctrl+r", "resign", priority=True),
        Binding("ctrl+q", "leave", priority=True),
        Binding("ctrl+c", "leave", priority=True),
    ]

    def __init__(self, client: AsyncClient, wish: Wish) -> None:
        super().__init__()
        self.failure: HerdbookError | None = None
        self._client = client
        self._wish = wish
        self._connection: Connection | None = None
        self._choices: tuple[Choice, ...] = ()
        self._offered_for: str | None = None
        self._ahead = timedelta()
        self._busy = False

    @property
    def game(self) -> Game | None:
        """The game as it was shown last."""
        return self._connection.game if self._connection else None

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield Static(id="head")
        with Horizontal():
            with Vertical(id="left"):
                with VerticalScroll(id="table", can_focus=False):
                    yield Static("Shuffling …", id="cards")
                story = RichLog(id="story", wrap=True, min_width=1)
                story.can_focus = False
                yield story
            moves = OptionList(id="moves")
            moves.can_focus = False
            yield moves
        yield Line(id="line", placeholder="your move")
        yield Static(Text(KEYS), id="foot")

    def on_mount(self) -> None:
        """Sit down."""
        self.query_one("#line").focus()
        self.set_interval(1.0, self._draw_head)
        self._play(self._wish)

    # What comes from the server.

    @work(exclusive=True, group="game")
    async def _play(self, wish: Wish) -> None:
        try:
            game = await sit_down(self._client, wish)
            self._connection = Connection(self._client, self, game)
            await self._connection.follow()
        except HerdbookError as error:
            self.failure = error
            self.exit()

    def show(self, game: Game, events: tuple[Event, ...]) -> None:
        """Show the game as it stands now, and what has led there."""
        if game.server_now:
            self._ahead = game.server_now - datetime.now(UTC)
        story = self.query_one("#story", RichLog)
        for event in events:
            story.write(sentence_of(event, game), expand=True)
        cards = result_table(game) if game.is_over else table_of(game)
        self.query_one("#cards", Static).update(cards)
        self._offer(game)
        self._draw_head()

    def trouble(self, error: HerdbookError | None) -> None:
        """Show that the server is not to be reached; None when it is again."""
        if error is None:
            self._say(KEYS)
        else:
            self._say(f"The server is away; trying again. ({plain(error.code)})", alarm=True)

    def _offer(self, game: Game) -> None:
        """List what can be done, if it is not what is listed already."""
        choices, decision = choices_in(game), game.decision.id if game.decision else None
        if (choices, decision) == (self._choices, self._offered_for):
            return
        self._choices, self._offered_for = choices, decision
        line, moves = self.query_one("#line", Line), self.query_one("#moves", OptionList)
        line.value = ""
        moves.clear_options()
        moves.add_options([Option(self._worded(choice, game)) for choice in choices])
        moves.border_title = "your move" if game.decision else "over" if game.is_over else "wait"
        moves.highlighted = None

    def _worded(self, choice: Choice, game: Game) -> Text:
        number = Text(f"{self._choices.index(choice) + 1:>3} ", style="dim")
        if choice.act in {Act.MOVE, Act.FREE}:
            words = move_of(choice.text, game)
            return number + (words.append("  free", "dim") if choice.act is Act.FREE else words)
        return number + Text(choice.text, style="bold")

    def _draw_head(self) -> None:
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
        self.query_one("#head", Static).update(head)

    def _say(self, text: str, *, alarm: bool = False) -> None:
        self.query_one("#foot", Static).update(Text(text, style="bold red" if alarm else ""))

    # What comes from the keys.

    def action_choose(self, step: int) -> None:
        """Go up or down in the list of moves."""
        moves = self.query_one("#moves", OptionList)
        if self._choices:
            place = moves.highlighted
            beyond = -1 if step > 0 else 0
            place = ((beyond if place is None else place) + step) % len(self._choices)
            moves.highlighted = place

    def action_scroll_story(self, pages: int) -> None:
        """Read what was told before."""
        story = self.query_one("#story", RichLog)
        story.scroll_relative(y=pages * max(1, story.size.height - 1), animate=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what would be meant by the line so far."""
        if event.value:
            self._say(KEYS)
            place = meant_by(event.value, self._choices)
            self.query_one("#moves", OptionList).highlighted = place

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what the line means or, if it is empty, what is chosen in the list."""
        moves = self.query_one("#moves", OptionList)
        place = meant_by(event.value, self._choices) if event.value.strip() else moves.highlighted
        if place is not None and place < len(self._choices):
            self._do(self._choices[place])
        elif self._choices:
            self._say(
                f"No move, or more than one, is meant by {plain(event.value)!r}."
                if event.value.strip()
                else "Choose with ↑ and ↓ first, or type a move.",
                alarm=True,
            )
        else:
            self._say("It is not your turn.")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was clicked on."""
        if event.option_index < len(self._choices):
            self._do(self._choices[event.option_index])

    def _do(self, choice: Choice) -> None:
        connection, game = self._connection, self.game
        if connection is None or game is None or self._busy:
            return
        self.query_one("#line", Line).value = ""
        games = self._client.games
        match choice.act:
            case Act.MOVE | Act.FREE:
                decision = game.decision.id if game.decision and choice.act is Act.MOVE else None

                async def move() -> Game:
                    return (await games.move(game.id, choice.text, decision=decision)).game

                self._order(connection, move)
            case Act.RETURN:
                self._order(connection, lambda: games.return_to_seat(game.id))
            case Act.AGAIN:
                self._again(game)
            case Act.LEAVE:
                self.exit()

    @work(exclusive=True, group="order")
    async def _order(self, connection: Connection, call: Order) -> None:
        """Have something done, however long the server is away; a refusal is told."""
        self._busy = True
        self._say("…")
        try:
            await connection.take(await connection.persist(call))
            self._say(KEYS)
        except HerdbookError as error:
            self._say(f"{plain(error.detail or error.title)} ({plain(error.code)})", alarm=True)
            if isinstance(error, ConflictError | ForbiddenError):
                await connection.look()
        finally:
            self._busy = False

    @work(exclusive=True, group="order")
    async def _again(self, game: Game) -> None:
        try:
            successor = await self._client.games.rematch(game.id)
        except HerdbookError as error:
            self._say(f"{plain(error.detail or error.title)} ({plain(error.code)})", alarm=True)
            return
        self.query_one("#story", RichLog).clear()
        self._say(KEYS)
        self._play(Wish(game.ruleset, len(game.seats), "", successor.id))

    def action_help(self) -> None:
        """Explain the keys."""
        if not isinstance(self.screen, Question):
            _ = self.push_screen(Question(HELP, {}))

    @work(exclusive=True, group="question")
    async def action_resign(self) -> None:
        """Give up, when that is really meant."""
        connection, game = self._connection, self.game
        if connection and game and game.my_seat and not game.is_over and not self._asking:
            keys = {"y": "resign", "n": "play on"}
            if await self.push_screen_wait(Question("Resign this game for good?", keys)) == "y":
                self._order(connection, lambda: self._client.games.resign(game.id))

    @work(exclusive=True, group="question")
    async def action_leave(self) -> None:
        """Go; from a game that goes on, not without saying what becomes of it."""
        game = self.game
        if game is None or game.is_over or not game.my_seat or self._asking:
            self.exit()
            return
        text = (
            "The game goes on without you. When your time is up, it does what its\n"
            "time control says; until then you can come back."
        )
        if await self.push_screen_wait(Question(text, {"l": "leave", "s": "stay"})) == "l":
            self.exit()

    @property
    def _asking(self) -> bool:
        return isinstance(self.screen, Question)


def play_by_hand(client: Client, wish: Wish, *, as_json: bool) -> int:
    """Let a person play until they leave; say how to come back."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        Console(stderr=True).print("herdbook: --me needs a terminal to play in.")
        return 1
    game = asyncio.run(_run(client.url, client.token, wish))
    console = Console()
    if game is None:
        return 0
    if as_json:
        console.out(json.dumps({"game": json_of(game)}), highlight=False)
    elif game.is_over:
        console.print(result_table(game))
    elif client.token:
        console.print(f"Come back with: herdbook play --me --game {plain(game.id)}", markup=False)
    return 0


async def _run(url: str, token: str | None, wish: Wish) -> Game | None:
    async with AsyncClient(url, token, retries=IMPATIENT) as client:
        app = TableApp(client, wish)
        await app.run_async()
    if app.failure:
        raise app.failure
    return app.game
