"""What the events of the account feed say beside type and time: ids, versions and times, no cards.

Whoever wants to know more asks for the game. A field that is added later is unknown to old clients,
which bear it.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

Version = Annotated[
    int, msgspec.Meta(ge=1, description="The game's version; ask for nothing older.")
]
Seat = Annotated[int, msgspec.Meta(ge=0, le=9)]


class EventData(msgspec.Struct, kw_only=True, frozen=True):
    """Base of what events say."""


class GameData(EventData, kw_only=True, frozen=True):
    """Something about a game in which you have a part."""

    game: str
    version: Version


class OwnSeatData(GameData, kw_only=True, frozen=True):
    """Something about a game, and which seat of it is yours."""

    seat: Annotated[Seat | None, msgspec.Meta(description="Yours; null if you only watch.")]


class SeatData(GameData, kw_only=True, frozen=True):
    """Something about one seat of a game, be it yours or not."""

    seat: Annotated[Seat, msgspec.Meta(description="The seat that it is about.")]


class DecisionData(SeatData, kw_only=True, frozen=True):
    """Something about a decision that you owe."""

    decision: Annotated[str, msgspec.Meta(description="Its id, with which it is answered.")]
    kind: str
    deadline_at: datetime | None


class MovesRefusedData(SeatData, kw_only=True, frozen=True):
    """Something about a decision that a bot of yours had to make."""

    bot: Annotated[
        str,
        msgspec.Meta(
            description="Its name; `GET /bots/{name}/refusals/{decision}` says which moves it were."
        ),
    ]
    decision: str


class ChatData(SeatData, kw_only=True, frozen=True):
    """Something that was said from a seat."""

    message: Annotated[str, msgspec.Meta(description="Its id; the text stands in the chat.")]


class WebhookData(EventData, kw_only=True, frozen=True):
    """Something about one of your webhooks."""

    webhook: Annotated[str, msgspec.Meta(description="Its id.")]
    reason: Annotated[
        Literal["gone", "failing"],
        msgspec.Meta(description="The receiver answered 410, or failed for days."),
    ]


class SanctionData(EventData, kw_only=True, frozen=True):
    """Something about a sanction of yours, or of a bot of yours."""

    sanction: Annotated[str, msgspec.Meta(description="Its id; `GET /me/sanctions` says more.")]
    kind: str


class ReportData(EventData, kw_only=True, frozen=True):
    """Something about a report of yours."""

    report: Annotated[str, msgspec.Meta(description="Its id; `GET /reports` says more.")]
    outcome: Annotated[
        str, msgspec.Meta(description="`action_taken`, `no_breach` or `not_proven`.")
    ]


class LeakData(EventData, kw_only=True, frozen=True):
    """Something secret of yours was found in a public place."""

    id: Annotated[str, msgspec.Meta(description="Of the token, or the client id of the app.")]
    kind: Annotated[str, msgspec.Meta(description="`token`, `app_token` or `app_secret`.")]


class TokenEndData(EventData, kw_only=True, frozen=True):
    """Something about the end of a token."""

    id: Annotated[str, msgspec.Meta(description="Of the token.")]
    expires_at: datetime


class TestData(EventData, kw_only=True, frozen=True):
    """What you asked for, to see whether messages arrive."""

    webhook: Annotated[str, msgspec.Meta(description="Its id.")]


class RematchData(GameData, kw_only=True, frozen=True):
    """Something about the game that follows one that is over."""

    rematch: Annotated[str, msgspec.Meta(description="The id of the game that follows.")]


class VacationData(EventData, kw_only=True, frozen=True):
    """Something about your own vacation."""

    starts_at: datetime
    ends_at: Annotated[datetime, msgspec.Meta(description="When it ends, or has ended.")]
