"""The shapes of what is told of a ruleset."""

from typing import Annotated

import msgspec

from accounts.api.shapes import Moment, Shape
from games.api.plan_shapes import PlanGrammar
from games.api.shapes import JsonObject
from games.engine.cards import Picture
from games.engine.clocks import OnExpiry


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
