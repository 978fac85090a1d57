"""The shapes of answers about games, for the OpenAPI document.

What differs by ruleset is an object without more here: `options`, `table`, and the data of
events. `config.openapi` puts in what each registered ruleset says of it.
"""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from accounts.api.shapes import Moment, Page, Shape, Vacation
from games.engine.clocks import TimeControl
from games.engine.consent import NoUndo
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.outcome import Outcome
from games.engine.seat_events import SeatKind
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


class EventPage(Page[Event]):
    """Events in order, without a hole; `next` is the `after` of the next page."""


class MoveMade(Shape):
    """What was committed with a move, and how the game stands."""

    events: list[Event]
    game: GameView
