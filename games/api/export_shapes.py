"""The shape of an export, for the OpenAPI document."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec

from accounts.api import shapes
from accounts.api.app_shapes import App, LetInApp
from accounts.api.shapes import AccountEvent, Bot, Moment, Sanction, Shape
from accounts.api.webhook_shapes import Webhook
from games.api.inbox_shapes import RefusedMove, Report


class ExportedAccount(shapes.Account):
    """The account."""

    role: str


class ExportedToken(shapes.Token):
    """A token, also one that was taken back; never its secret."""

    of_app: bool
    revoked_at: Moment | None


class Since(Shape):
    """Somebody, and since when."""

    name: str
    since: Moment


class ExportedVacation(Shape):
    """A vacation, also one that is over."""

    starts_at: Moment
    ends_at: Moment
    begun_at: Moment | None
    ended_at: Moment | None


class ExportedMail(Shape):
    """That a mail was to be sent; what it said is not kept."""

    kind: str
    state: str
    sent_at: Moment | None


class ExportedNetwork(Shape):
    """A network on which the account was seen; which one cannot be told from what is stored."""

    days: int
    first_on: date
    last_on: date


class ExportedSeat(Shape):
    """A part that the account has or had in a game."""

    game: str
    ruleset: str
    status: str
    rated: bool
    private: bool
    seat: Annotated[int | None, msgspec.Meta(description="Null: it made the game.")]
    since_version: int
    until_version: int | None
    created_at: Moment
    finished_at: Moment | None


class ExportedMessage(Shape):
    """Something that the account said in a chat."""

    game: str
    room: Literal["players", "spectators"]
    seat: int | None
    text: str
    at: Moment


class ExportedPlan(Shape):
    """Standing orders that the account gave."""

    game: str
    seat: int
    orders: list[dict[str, Any]]
    given_at: Moment


class ExportedRefusedMove(RefusedMove):
    """A move of a bot that was refused."""

    decision: str


class Export(Shape):
    """All that is stored about an account, without what opens it."""

    format: Literal["herdbook-account/1"]
    exported_at: Moment
    without: Annotated[
        list[str],
        msgspec.Meta(
            description="Scopes that the token lacks: what needs them is left out, though it may "
            "be stored."
        ),
    ]
    account: ExportedAccount
    bots: list[Bot]
    tokens: list[ExportedToken]
    apps: Annotated[list[App], msgspec.Meta(description="Registered by it.")]
    let_in_apps: list[LetInApp]
    webhooks: list[Webhook]
    calendar_since: Annotated[
        Moment | None, msgspec.Meta(description="Since when its calendar has a secret address.")
    ]
    blocks: list[Since]
    mutes: list[Since]
    vacations: list[ExportedVacation]
    sanctions: list[Sanction]
    reports: Annotated[list[Report], msgspec.Meta(description="Made by it.")]
    mails: Annotated[list[ExportedMail], msgspec.Meta(description="Of the last week.")]
    networks: Annotated[list[ExportedNetwork], msgspec.Meta(description="As far as they are kept.")]
    told: Annotated[list[AccountEvent], msgspec.Meta(description="Its feed, as far as it is kept.")]
    games: list[ExportedSeat]
    messages: list[ExportedMessage]
    plans: list[ExportedPlan]
    refused_moves: list[ExportedRefusedMove]
