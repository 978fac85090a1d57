"""The shapes of answers about accounts and tokens, for the OpenAPI document.

`accounts.api.outputs` makes these answers; the tests hold every one they see against its shape,
so that a field which is in one of them only is found.
"""

from datetime import datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from accounts.scopes import Scope

T = TypeVar("T")
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time: RFC 3339, UTC, with milliseconds."""
Kind = Literal["person", "bot"]
Secret = Annotated[
    str, msgspec.Meta(pattern=r"^hb_", description="The token: keep it, it is shown only here.")
]


class Shape(msgspec.Struct, kw_only=True):
    """Base of all shapes; a field that may be left out is `| msgspec.UnsetType`."""


class Page(Shape, Generic[T]):
    """A page of a list in a total order: pages neither skip nor repeat."""

    items: list[T]
    next: Annotated[
        str | None, msgspec.Meta(description="The `cursor` of the next page, or null at the end.")
    ]


class NotificationChoices(Shape):
    """What an account is told of by mail."""

    your_turn: bool
    deadlines: bool
    invitations: bool
    game_over: bool
    tokens: Annotated[bool, msgspec.Meta(description="Those that end soon, or were found.")]
    bots: Annotated[bool, msgspec.Meta(description="A bot of yours lost a decision by its moves.")]
    digest: Annotated[bool, msgspec.Meta(description="One mail a day: what is owed, what ended.")]
    digest_hour: Annotated[
        int, msgspec.Meta(ge=0, le=23, description="Of the day, in the account's time zone.")
    ]


class QuietHours(Shape):
    """A time of each day, in the account's time zone, into which no deadline of it falls."""

    begin: Annotated[str, msgspec.Meta(examples=["22:00"])]
    end: Annotated[str, msgspec.Meta(examples=["07:00"])]


class Vacation(Shape):
    """A time in which an account plays nothing."""

    starts_at: Moment
    ends_at: Moment


class OwnVacation(Shape):
    """What an account is told about its vacation."""

    balance: Annotated[
        int,
        msgspec.Meta(
            ge=0, description="Seconds that can still be taken, beside the vacation shown here."
        ),
    ]
    vacation: Annotated[Vacation | None, msgspec.Meta(description="Running or planned.")]


class Player(Shape):
    """What everybody may know about an account."""

    name: str
    display_name: str | None
    kind: Kind
    owner: Annotated[str | None, msgspec.Meta(description="Whose bot it is.")]
    created_at: Moment


class Profile(Player):
    """The public profile of an account."""

    vacation: Annotated[Vacation | None, msgspec.Meta(description="Running or planned.")]


class Account(Player):
    """What an account is told about itself."""

    sandbox: Annotated[bool, msgspec.Meta(description="A throw-away bot, for casual games only.")]
    email: str | None
    email_confirmed: Annotated[
        bool, msgspec.Meta(description="Until then it gets no mail but the one to confirm it.")
    ]
    time_zone: Annotated[str, msgspec.Meta(examples=["Europe/Vienna"])]
    quiet_hours: QuietHours | None
    notifications: NotificationChoices
    expires_at: Moment | None


class Bot(Player):
    """What a bot's owner is told about it."""

    description: str
    accepts: Annotated[
        Literal["everybody", "nobody"], msgspec.Meta(description="Whose invitations it takes.")
    ]
    disabled: bool


class AccountEvent(Shape):
    """Something you were told."""

    id: Annotated[
        str, msgspec.Meta(description="The same on every read; `after` it the feed goes on.")
    ]
    type: str
    at: Moment
    data: dict[str, Any]


class AccountEventPage(Page[AccountEvent]):
    """What you were told, the oldest first; `next` is the `after` of the next page."""

    cursor: Annotated[
        str, msgspec.Meta(description="The `after` of the next read, be there more or not.")
    ]


class OpenedAccount(Shape):
    """A new account with its first token."""

    token: Secret
    account: Account


class Token(Shape):
    """A token without what opens it."""

    id: str
    account: Annotated[str, msgspec.Meta(description="The name of the account it acts for.")]
    label: str
    scopes: list[Scope]
    created_at: Moment
    expires_at: Moment | None
    last_used_at: Annotated[Moment, msgspec.Meta(description="To the minute.")]


class NewToken(Token):
    """A token just made."""

    token: Secret


class ResetAsked(Shape):
    """A mail is sent if there is an account to send it to."""

    expires_in: Annotated[int, msgspec.Meta(description="Seconds for which its code is good.")]


class Appeal(Shape):
    """An objection to a sanction."""

    state: Literal["open", "granted", "refused"]
    text: str
    made_at: Moment
    answered_at: Moment | None
    answer: str | None


class LeakReport(Shape):
    """A report was read; what came of it is told to the owners alone."""

    received: Annotated[int, msgspec.Meta(description="How many texts there were.")]


class Sanction(Shape):
    """What moderators have decided about an account."""

    id: str
    account: Annotated[str, msgspec.Meta(description="Yours, or that of a bot.")]
    kind: Literal["warning", "chat_mute", "no_rated_play", "suspension"]
    game: Annotated[
        str | None, msgspec.Meta(description="The game to whose chat a mute is limited.")
    ]
    reason: Literal[
        "chat_abuse", "stalling", "cheating", "multiple_accounts", "offensive_name", "other"
    ]
    text: str
    starts_at: Moment
    ends_at: Annotated[Moment | None, msgspec.Meta(description="Null: when it is lifted.")]
    case: Annotated[str | None, msgspec.Meta(description="What to name when you ask about it.")]
    acknowledged_at: Moment | None
    lifted_at: Moment | None
    lifted_reason: str | None
    appeal: Annotated[Appeal | None, msgspec.Meta(description="The latest.")]


class StreamTicket(Shape):
    """What opens a stream once, without a token."""

    ticket: str
    url: Annotated[str, msgspec.Meta(description="The path with the ticket, for `EventSource`.")]
    expires_in: Annotated[int, msgspec.Meta(description="Seconds.")]
