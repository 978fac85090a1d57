"""The shapes of standing orders and of the words for them."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from accounts.api.shapes import Moment, Shape
from games.api.shapes import JsonObject, Version


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
