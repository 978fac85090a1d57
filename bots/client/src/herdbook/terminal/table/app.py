"""The table itself: how it is laid, what it shows, and what the keys do."""

from collections.abc import Awaitable, Callable
from typing import ClassVar, TypeAlias

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, RichLog, Static

from herdbook.client import AsyncClient
from herdbook.errors import ConflictError, ForbiddenError, HerdbookError
from herdbook.terminal.renderers import sentence_of, table_of
from herdbook.terminal.results import result_table
from herdbook.terminal.table.choices import Act, Choice
from herdbook.terminal.table.connection import Connection
from herdbook.terminal.table.dialogs import HELP, Question
from herdbook.terminal.table.sitting import Wish, sit_down
from herdbook.terminal.table.widgets import Foot, Head, Line, Moves
from herdbook.views import Event, Game

Order: TypeAlias = Callable[[], Awaitable[Game]]

LEAVING = (
    "The game goes on without you. When your time is up, it does what its\n"
    "time control says; until then you can come back."
)


class TableApp(App[None]):
    """A person at a table; when it ends, `failure` says why it could not go on, if it could not."""

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
        self._busy = False
        self._head, self._foot, self._line = Head(id="head"), Foot(id="foot"), Line(id="line")
        self._moves = Moves(id="moves")
        self._cards = Static("Shuffling …", id="cards")
        self._story = RichLog(id="story", wrap=True, min_width=1)
        # What is typed always goes to the line.
        self._moves.can_focus = self._story.can_focus = False

    @property
    def game(self) -> Game | None:
        """The game as it was shown last."""
        return self._connection.game if self._connection else None

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield self._head
        with Horizontal():
            with Vertical(id="left"):
                with VerticalScroll(id="table", can_focus=False):
                    yield self._cards
                yield self._story
            yield self._moves
        yield self._line
        yield self._foot

    def on_mount(self) -> None:
        """Sit down."""
        self._line.placeholder = "your move"  # what Textual calls the hint of an empty line
        self._line.focus()
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
        for event in events:
            self._story.write(sentence_of(event, game), expand=True)
        self._cards.update(result_table(game) if game.is_over else table_of(game))
        self._head.show(game)
        if self._moves.offer(game):
            self._line.value = ""

    def trouble(self, error: HerdbookError | None) -> None:
        """Show that the server is not to be reached; None when it is again."""
        if error is None:
            self._foot.say_keys()
        else:
            self._foot.say(f"The server is away; trying again. ({error.code})", alarm=True)

    # What comes from the keys.

    def action_choose(self, step: int) -> None:
        """Go up or down in the list of moves."""
        self._moves.step(step)

    def action_scroll_story(self, pages: int) -> None:
        """Read what was told before."""
        page = max(1, self._story.size.height - 1)
        self._story.scroll_relative(y=pages * page, animate=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what would be meant by the line so far."""
        if event.value:
            self._foot.say_keys()
            meant = self._moves.meant(event.value)
            self._moves.highlighted = self._moves.choices.index(meant) if meant else None

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what the line means."""
        if choice := self._moves.meant(event.value):
            self._do(choice)
        elif not self._moves.choices:
            self._foot.say("It is not your turn.")
        elif event.value.strip():
            unclear = f"No move, or more than one, is meant by {event.value!r}."
            self._foot.say(f"{unclear} Type on, or Backspace.", alarm=True)
        else:
            self._foot.say("Choose with ↑ and ↓ first, or type a move.", alarm=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was clicked on."""
        if choice := self._moves.at(event.option_index):
            self._do(choice)

    def _do(self, choice: Choice) -> None:
        connection, game = self._connection, self.game
        if connection is None or game is None or self._busy:
            return
        self._line.value = ""
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
    async def _order(self, connection: Connection, order: Order) -> None:
        """Have something done, however long the server is away; a refusal is told."""
        self._busy = True
        self._foot.say("…")
        try:
            await connection.take(await connection.persist(order))
            self._foot.say_keys()
        except HerdbookError as error:
            self._foot.say_refusal(error)
            if isinstance(error, ConflictError | ForbiddenError):
                await connection.look()
        finally:
            self._busy = False

    @work(exclusive=True, group="order")
    async def _again(self, game: Game) -> None:
        try:
            successor = await self._client.games.rematch(game.id)
        except HerdbookError as error:
            self._foot.say_refusal(error)
            return
        self._story.clear()
        self._foot.say_keys()
        self._play(Wish(game.ruleset, len(game.seats), "", successor.id))

    # What is asked first.

    def action_help(self) -> None:
        """Explain the keys."""
        if not self._is_asking:
            _ = self.push_screen(Question(HELP, {}))

    @work(exclusive=True, group="question")
    async def action_resign(self) -> None:
        """Give up, when that is really meant."""
        connection, game = self._connection, self.game
        if connection and game and game.my_seat and not game.is_over and not self._is_asking:
            keys = {"y": "resign", "n": "play on"}
            if await self.push_screen_wait(Question("Resign this game for good?", keys)) == "y":
                self._order(connection, lambda: self._client.games.resign(game.id))

    @work(exclusive=True, group="question")
    async def action_leave(self) -> None:
        """Go; from a game that goes on, not without saying what becomes of it, but once."""
        game = self.game
        if (
            game is None
            or game.is_over
            or not game.my_seat
            or self._is_asking
            or await self.push_screen_wait(Question(LEAVING, {"l": "leave", "s": "stay"})) == "l"
        ):
            self.exit()

    @property
    def _is_asking(self) -> bool:
        return isinstance(self.screen, Question)
