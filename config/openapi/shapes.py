"""The shapes of what the API says about itself, and of problems."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from accounts.api.shapes import Moment, Shape
from games.api.shapes import Decision
from games.engine.consent import NoUndo
from games.services.moderation.errors import NotApplicable


class Root(Shape):
    """Where things are."""

    name: str
    version: str
    links: dict[str, str]


class ErrorKind(Shape):
    """What is the same for every problem with one code."""

    code: str
    status: int
    title: str
    retryable: bool


class Live(Shape):
    """The process answers."""

    status: Literal["ok"]


class Ready(Live):
    """The process can do its work."""

    parts: dict[str, Literal["ok", "failing"]]


class Limit(Shape):
    """A policy, and how the caller stands with it."""

    key: str
    quota: Annotated[int, msgspec.Meta(description="How many there may be in a window.")]
    window: Annotated[int, msgspec.Meta(description="Seconds.")]
    remaining: int
    resets_in: Annotated[int, msgspec.Meta(description="Seconds.")]
    per: Literal["address", "token", "account"]
    counts: Annotated[str, msgspec.Meta(description="What is counted.")]


class Limits(Shape):
    """Every policy there is."""

    enforced: bool
    items: list[Limit]
    next: None


class FieldError(Shape):
    """What is wrong with one value."""

    pointer: Annotated[str, msgspec.Meta(description="A JSON pointer to it, in body or query.")]
    code: str
    detail: str


class Restriction(Shape):
    """The sanction that is in the way."""

    kind: Literal["suspension", "no_rated_play"]
    ends_at: Annotated[Moment | None, msgspec.Meta(description="Null: when it is lifted.")]


class Problem(Shape):
    """Why a request was refused (RFC 9457). What the code does not call for is left out."""

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, msgspec.Meta(description="One of those that `GET /errors` lists.")]
    request_id: str
    retryable: bool
    errors: list[FieldError] | UnsetType = UNSET
    version: Annotated[int | UnsetType, msgspec.Meta(description="Of the game.")] = UNSET
    decision: Annotated[
        Decision | UnsetType | None, msgspec.Meta(description="What you still owe there.")
    ] = UNSET
    incident: Annotated[
        str | UnsetType,
        msgspec.Meta(description="With `game_incident`: its id, for the operator of the server."),
    ] = UNSET
    closed_by: Annotated[
        int | UnsetType, msgspec.Meta(description="The version that closed the decision.")
    ] = UNSET
    reason: Annotated[
        str | UnsetType,
        msgspec.Meta(
            examples=[*NoUndo, *NotApplicable],
            description="Why an undo cannot be had, or something not be reported.",
        ),
    ] = UNSET
    sanction: Restriction | UnsetType = UNSET
    required_scopes: list[str] | UnsetType = UNSET
    granted_scopes: list[str] | UnsetType = UNSET
    refused_scopes: list[str] | UnsetType = UNSET
    eligible_scopes: list[str] | UnsetType = UNSET
    violated: Annotated[
        list[str] | UnsetType, msgspec.Meta(description="The policies that have no room.")
    ] = UNSET
    parts: dict[str, Literal["ok", "failing"]] | UnsetType = UNSET


class OpenApi(Shape):
    """An OpenAPI 3.1 document."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    webhooks: dict[str, Any]
    components: dict[str, Any]
