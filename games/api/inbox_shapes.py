"""The shapes of what an account owes, of its calendar, and of chat."""

from typing import Annotated, Literal

import msgspec

from accounts.api.shapes import Moment, Page, Shape
from games.api.shapes import Decision, SeatNumber, Version
from games.engine.clocks import TimeControl


class ChatMessage(Shape):
    """Something that was said about a game; it never changes."""

    id: str
    number: Annotated[int, msgspec.Meta(ge=1, description="Rises with each message of the room.")]
    room: Literal["players", "spectators"]
    seat: Annotated[SeatNumber | None, msgspec.Meta(description="Null for a spectator.")]
    name: str
    at: Moment
    text: str


class ChatPage(Page[ChatMessage]):
    """Messages in their order; `next` is the `after` of the next page."""


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


class RefusedMove(Shape):
    """A move that the rules refused to a bot."""

    move: Annotated[
        str, msgspec.Meta(description="As it was sent; at most 200 characters are kept.")
    ]
    code: Annotated[str, msgspec.Meta(description="`illegal_move` or `malformed_move`.")]
    at: Moment


class CalendarState(Shape):
    """Whether there is an address that opens the calendar."""

    active: bool
    created_at: Moment | None


class CalendarAddress(Shape):
    """The secret address of the calendar."""

    address: Annotated[str, msgspec.Meta(description="Keep it to yourself; it is shown only here.")]


class Report(Shape):
    """Something that you have told the moderators."""

    id: str
    kind: Literal[
        "chat_abuse", "stalling", "cheating", "multiple_accounts", "offensive_name", "other"
    ]
    game: str | None
    player: Annotated[str | None, msgspec.Meta(description="Null if the account is no more.")]
    from_version: int | None
    to_version: int | None
    text: str
    made_at: Moment
    state: Literal["open", "closed"]
    outcome: Literal["action_taken", "no_breach", "not_proven"] | None
