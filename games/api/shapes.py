"""The shapes of answers about games, for the OpenAPI document.

What differs by ruleset is an object without more here: `options`, `table`, and the data of
events. `config.openapi` puts in what each registered ruleset says of it.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from accounts.api.shapes import AccountEvent, Moment, Page, Shape, Vacation
from games.engine.cards import Picture
from games.engine.clocks import OnExpiry, TimeControl
from games.engine.consent import NoUndo
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.lifecycle import SeatKind
from games.engine.outcome import Outcome
from games.engine.seat_records import SeatState

JsonObject = dict[str, Any]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]
Version = Annotated[int, msgspec.Meta(ge=1, description="Of a game: the number of an event.")]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]*$")]


NO_DEADLINE = "Null without a time limit, and while the game is paused."


class Offer(Shape):
    """That a seat of a running game can be taken over."""

    account: Annotated[
        str | None, msgspec.Meta(description="Whom it is offered to; null: anybody.")
    ]
    by: Annotated[SeatNumber, msgspec.Meta(description="The seat whose holder offered it.")]


class GameSeat(Shape):
    """A position in a game, and who holds it."""

    seat: SeatNumber
    kind: SeatKind
    name: str | None
    state: Annotated[
        SeatState | None,
        msgspec.Meta(description="`away`: a house bot plays for it. Null if nobody holds it."),
    ]
    score: Annotated[
        int | None, msgspec.Meta(description="Null before the start and without points.")
    ]
    offer: Offer | None
    vacation: Annotated[
        Vacation | UnsetType,
        msgspec.Meta(description="Of its owner, while it goes on: no clock of the seat runs."),
    ] = UNSET
    pause_left: Annotated[
        int | UnsetType,
        msgspec.Meta(
            description="Seconds for which its owner may still pause the game, where the time "
            "control has a budget for that."
        ),
    ] = UNSET
    strategy: Annotated[str | UnsetType, msgspec.Meta(description="Of a house seat.")] = UNSET
    clock_ms: Annotated[
        int | UnsetType,
        msgspec.Meta(
            description="Milliseconds on its clock, or in its bank, when the decision that it owes "
            "arose, or now if it owes none; where the time control has such."
        ),
    ] = UNSET


class Deciding(Shape):
    """A seat that owes a decision; that is public."""

    seat: SeatNumber
    kind: str
    opened_at: Moment
    deadline_at: Annotated[Moment | None, msgspec.Meta(description=NO_DEADLINE)]


class Decision(Shape):
    """The decision that the viewer owes. Its id never changes while it is open."""

    id: str
    seat: SeatNumber
    kind: str
    deadline_at: Annotated[Moment | None, msgspec.Meta(description=NO_DEADLINE)]
    legal_moves: Annotated[
        list[str], msgspec.Meta(description="All moves that are accepted, and no other.")
    ]


class Pause(Shape):
    """A rest of a game: nobody can move, and no clock runs."""

    seat: Annotated[SeatNumber | None, msgspec.Meta(description="Who paused it; null: the server.")]
    since: Moment
    resume_at: Annotated[Moment, msgspec.Meta(description="When it goes on by itself.")]
    incident: Annotated[
        str | None,
        msgspec.Meta(description="The id of what went wrong in the game, if it rests for that."),
    ]


class GameSummary(Shape):
    """What a list shows of a game: public facts only."""

    id: str
    ruleset: str
    rules_version: int
    options: JsonObject
    status: Status
    version: Version
    rated: bool
    private: bool
    created_at: Moment
    started_at: Moment | None
    finished_at: Moment | None
    time_control: TimeControl
    pause: Annotated[Pause | None, msgspec.Meta(description="While it is paused.")]
    closes_at: Annotated[
        Moment | None,
        msgspec.Meta(
            description="When it is broken off if still nobody moves: of a game without deadlines "
            "in which nothing has happened for long."
        ),
    ]
    seats: list[GameSeat]
    deciding: list[Deciding]
    outcome: Outcome | None
    rematch_of: Annotated[str | None, msgspec.Meta(description="The game it is a rematch of.")]
    rematch: Annotated[
        str | None,
        msgspec.Meta(description="The id that its rematch has or would have, once it is over."),
    ]
    imported: Annotated[
        bool,
        msgspec.Meta(description="Whether it was played from a file, with nobody at the table."),
    ]


class You(Shape):
    """Where the viewer sits."""

    seat: SeatNumber


class UndoState(Shape):
    """Whether the viewer can have a move undone, and who has agreed to an undo."""

    possible: Annotated[
        bool, msgspec.Meta(description="Whether `POST .../undo` would record your consent now.")
    ]
    reason: Annotated[NoUndo | None, msgspec.Meta(description="Why not.")]
    to_version: Annotated[
        Version | None,
        msgspec.Meta(description="Where it goes back to: as asked, or before your last move."),
    ]
    consents: Annotated[
        list[SeatNumber],
        msgspec.Meta(description="Who agrees, first who asked. Empty: nobody did."),
    ]
    waiting_for: Annotated[
        list[SeatNumber],
        msgspec.Meta(description="Whose consent is missing, once it is asked for."),
    ]


class GameView(GameSummary):
    """A game as this viewer may see it."""

    server_now: Moment
    you: Annotated[You | None, msgspec.Meta(description="Null for who only watches.")]
    abort_consent: Annotated[
        list[SeatNumber], msgspec.Meta(description="Seats that agreed to break it off.")
    ]
    undo: UndoState
    table: Annotated[
        JsonObject | None,
        msgspec.Meta(description="The observation of the ruleset; null before the first deal."),
    ]
    decision: Decision | None
    free_moves: Annotated[
        list[str], msgspec.Meta(description="Moves that may be made without owing one.")
    ]


class NewGame(GameView):
    """A game just made."""

    join_code: Annotated[
        str | UnsetType,
        msgspec.Meta(description="Of a private game with an open seat; shown only here."),
    ] = UNSET


class InvitedTo(Shape):
    """The seat that is kept for the viewer."""

    invited_to: SeatNumber


class Invitation(GameSummary):
    """An open game that keeps a seat for the viewer."""

    you: InvitedTo


class JoinCode(Shape):
    """What lets somebody into a private game."""

    join_code: str


class Event(Shape):
    """A recorded fact, as this viewer may see it."""

    version: Version
    type: str
    at: Moment
    seat: SeatNumber | None
    cause: Cause
    data: JsonObject


class Hello(Shape):
    """The first frame of a stream."""

    server_now: Moment
    cursor: Annotated[str, msgspec.Meta(description="From where it goes on.")]
    heartbeat_seconds: Annotated[int, msgspec.Meta(description="The longest silence.")]


class Heartbeat(Shape):
    """A frame that comes where nothing happens."""

    cursor: Annotated[str, msgspec.Meta(description="Of the last event; nothing came since.")]


class Bye(Shape):
    """The last frame of a stream that the server ends."""

    reason: Annotated[
        Literal[
            "game_finished",
            "server_restart",
            "slow_consumer",
            "token_revoked",
            "access_changed",
            "max_age",
        ],
        msgspec.Meta(
            description="`game_finished`: nothing comes any more. `token_revoked`: the token is not "
            "good any more. `access_changed`: you took or lost a seat, and are shown another view "
            "when you come again. After the others, come again with the cursor."
        ),
    ]
    cursor: str


class GameFrame(Shape):
    """The data of the frames of a game's stream, by the name of their event."""

    hello: Hello
    snapshot: GameView
    event: Event
    heartbeat: Heartbeat
    bye: Bye


class Owing(Shape):
    """How much you owe."""

    turns: Annotated[int, msgspec.Meta(ge=0, description="Decisions; `GET /me/turns` lists them.")]


class AccountFrame(Shape):
    """The data of the frames of your own stream, by the name of their event."""

    hello: Hello
    snapshot: Owing
    event: AccountEvent
    heartbeat: Heartbeat
    bye: Bye


class EventPage(Page[Event]):
    """Events in order, without a hole; `next` is the `after` of the next page."""


class ChatMessage(Shape):
    """Something that was said about a game; it never changes."""

    id: str
    number: Annotated[
        int, msgspec.Meta(ge=1, description="Rises with each message; not every one is for you.")
    ]
    room: Literal["players", "spectators"]
    seat: Annotated[SeatNumber | None, msgspec.Meta(description="Null for a spectator.")]
    name: str
    at: Moment
    text: str


class ChatPage(Page[ChatMessage]):
    """Messages in their order; `next` is the `after` of the next page."""


class MoveMade(Shape):
    """What was committed with a move, and how the game stands."""

    events: list[Event]
    game: GameView


class Turn(Shape):
    """A decision that the viewer owes, and where."""

    game: str
    ruleset: str
    version: Version
    time_control: TimeControl
    decision: Decision


class Turns(Page[Turn]):
    """What the viewer owes, the most urgent first."""

    count: Annotated[int, msgspec.Meta(ge=0, description="Of all, exact.")]
    events_after: Annotated[
        str,
        msgspec.Meta(description="The `after` with which `GET /me/events` goes on from here."),
    ]


class CalendarState(Shape):
    """Whether there is an address that opens the calendar."""

    active: bool
    created_at: Moment | None


class CalendarAddress(Shape):
    """The secret address of the calendar."""

    address: Annotated[str, msgspec.Meta(description="Keep it to yourself; it is shown only here.")]


class Shuffle(Shape):
    """The order in which the game's chance put cards."""

    version: Version
    purpose: Literal["deal", "recycle", "offer"]
    order: Annotated[list[str], msgspec.Meta(description="The top first.")]


class MoveRecord(Shape):
    """A move that was applied, whoever caused it."""

    version: Version
    seat: SeatNumber
    move: str
    cause: Cause
    at: Moment
    undone: Annotated[
        Literal[True] | UnsetType,
        msgspec.Meta(description="It was taken back; who plays the game again leaves it out."),
    ] = UNSET


class ReplayEvent(Event):
    """An event with what its hash was computed from; with `seat`, without."""

    schema_version: int
    payload: Annotated[str | UnsetType, msgspec.Meta(description="The text that was hashed.")] = (
        UNSET
    )
    salt: Hex | UnsetType = UNSET
    hash: Hex | UnsetType = UNSET


class SeatEntropy(Shape):
    """What a seat adds to the shuffles."""

    seat: SeatNumber
    commitment: Hex
    entropy: Annotated[Hex | None, msgspec.Meta(description="Null until it is revealed.")]


class SealedDeal(Shape):
    """What binds the server to the cards of a deal."""

    version: Version
    number: Annotated[int, msgspec.Meta(ge=0, description="Of the shuffle, from 0.")]
    root: Annotated[Hex, msgspec.Meta(description="Of the Merkle tree over the salted cards.")]


class Proof(Shape):
    """What lets anybody check the deals of a game."""

    format: Literal["herdbook-proof/1"]
    id: str
    ruleset: str
    rules_version: int
    seats: int
    status: Status
    commitment: Annotated[Hex, msgspec.Meta(description="SHA-256 of the secret.")]
    secret: Annotated[Hex | None, msgspec.Meta(description="Null until the game is over.")]
    entropy: Annotated[
        list[SeatEntropy], msgspec.Meta(description="Of the seats that have committed to any.")
    ]
    deals: list[SealedDeal]


class Tenure(Shape):
    """Who held a seat, from which event to which."""

    seat: SeatNumber
    kind: SeatKind
    name: str
    since: Version
    until: Annotated[Version | None, msgspec.Meta(description="Null: to the end.")]


class Replay(Shape):
    """A game that is over, as a file from which any implementation of the rules can play it.

    With `seat` it holds less: no shuffles, and of the moves those that this seat knew.
    """

    format: Literal["herdbook-replay/1"]
    id: str
    ruleset: str
    rules_version: int
    seats: int
    options: JsonObject
    shuffles: list[Shuffle]
    moves: list[MoveRecord]
    events: list[ReplayEvent]
    result: Outcome
    names: list[str | None]
    holders: Annotated[
        list[Tenure], msgspec.Meta(description="Also those who were replaced, in order.")
    ]
    position_hash: Annotated[
        Hex | None,
        msgspec.Meta(description="SHA-256 of the last position; null with `seat` or no deal."),
    ]
    pack: Annotated[
        list[str] | UnsetType, msgspec.Meta(description="The code of each card, by its number.")
    ] = UNSET
    proof: Annotated[
        Proof | UnsetType, msgspec.Meta(description="The same as `GET /games/{id}/proof`.")
    ] = UNSET


class OrderPlay(Shape):
    """A move that an order made."""

    version: Version
    move: str


class OrderFate(Shape):
    """What became of an order."""

    state: Annotated[
        Literal["standing", "waiting", "done", "void"],
        msgspec.Meta(description="`waiting`: for the order that has to be played before it."),
    ]
    played: Annotated[int, msgspec.Meta(ge=0, description="How often.")]
    plays: Annotated[list[OrderPlay], msgspec.Meta(description="The last of them, in order.")]
    void: Annotated[
        Literal["round", "until", "after"] | None,
        msgspec.Meta(
            description="What it lost: its `round`, by its `until`, or the order it was `after`."
        ),
    ]


class Plan(Shape):
    """The standing orders of one seat, shown to its owner alone."""

    orders: Annotated[list[JsonObject], msgspec.Meta(description="As they were sent.")]
    fates: Annotated[list[OrderFate], msgspec.Meta(description="Of each order, in the same order.")]
    version: Annotated[
        Version | None, msgspec.Meta(description="Of the game when they were given.")
    ]
    given_at: Moment | None
    ended: Annotated[
        Literal["done", "undone", "unreadable"] | None,
        msgspec.Meta(
            description="Why nothing of it stands any more; `undone`: a move was taken back."
        ),
    ]


class OrderTerm(Shape):
    """A word of which orders may make use."""

    text: str
    kind: Literal["flag", "number", "text"] | UnsetType = UNSET
    values: list[str] | UnsetType = UNSET


class PlanTemplate(Shape):
    """Orders ready-made."""

    name: str
    title: str
    text: str
    orders: list[JsonObject]


class PlanGrammar(Shape):
    """What standing orders may say in games of a ruleset."""

    schema: Annotated[JsonObject, msgspec.Meta(description="A JSON Schema of the list of orders.")]
    facts: Annotated[
        dict[str, OrderTerm],
        msgspec.Meta(description="Where paths may begin: the members of `table`, and some more."),
    ]
    traits: Annotated[
        dict[str, OrderTerm], msgspec.Meta(description="What can be asked of a move.")
    ]
    events: Annotated[list[str], msgspec.Meta(description="What may have `happened`.")]
    templates: list[PlanTemplate]


class SeatCounts(Shape):
    """For how many a ruleset is."""

    min: int
    max: int


class RulesetSummary(Shape):
    """A card game that can be played here."""

    slug: str
    title: str
    rules_version: int
    seats: SeatCounts


class HouseStrategy(Shape):
    """One way in which house bots play."""

    name: str
    cost: Annotated[int, msgspec.Meta(description="Playouts a decision takes.")]
    text: str


class Ruleset(RulesetSummary):
    """All that a client needs to draw a game and to ask for it."""

    options: Annotated[JsonObject, msgspec.Meta(description="A JSON Schema.")]
    pack: list[Picture]
    decision_kinds: list[str]
    moves: Annotated[
        dict[str, str], msgspec.Meta(description="Each form of a move, with what it means.")
    ]
    on_expiry: list[OnExpiry]
    strategies: list[HouseStrategy]
    plan: Annotated[PlanGrammar, msgspec.Meta(description="Of `PUT /games/{id}/plan`.")]


class ServerTime(Shape):
    """The clock by which deadlines are judged."""

    now: Moment


BY_RULESET: tuple[type[Shape], ...] = (GameSummary, GameView, NewGame, Invitation, Replay)
"""Shapes that say which ruleset they are of, and have `options` or a `table` of it."""


class LogHead(Shape):
    """The last event of a game that is over."""

    game: Annotated[str | None, msgspec.Meta(description="Null for a private game.")]
    game_hash: Annotated[Hex, msgspec.Meta(description="SHA-256 of the 16 bytes of the game's id.")]
    version: Version
    hash: Annotated[Hex, msgspec.Meta(description="Of the event of this version.")]
