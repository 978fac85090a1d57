"""The grammar of standing orders, once read: a plan is a list of orders, tried in their order.

An order says when (`on`, `when`), what (`move`), how often (`times`) and until when it stands
(`lasts`, `until`, `after`). `reading` makes these values out of JSON; docs/standing-orders.md has
the grammar in words.
"""

from typing import Literal, TypeAlias

import msgspec

from games.engine.plans.terms import Value

FREE = "free"
"""The kind, beside those of decisions, under which an order makes free moves."""
TEXT = "move"
"""The trait that every move of every ruleset has: its text."""

By: TypeAlias = Literal["anybody", "me", "others"]
Since: TypeAlias = Literal["plan", "move"]
Lasts: TypeAlias = Literal["round", "game"]


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What a value has to be; all that is set has to hold. None set: anything but null."""

    equals: Value | msgspec.UnsetType = msgspec.UNSET
    differs: Value | msgspec.UnsetType = msgspec.UNSET
    at_least: int | None = None
    at_most: int | None = None
    one_of: tuple[Value, ...] | None = None
    has: Value | msgspec.UnsetType = msgspec.UNSET
    """An element that a list has to have."""


class All(msgspec.Struct, frozen=True):
    """Every one of these holds."""

    conditions: tuple["Condition", ...]


class Any(msgspec.Struct, frozen=True):
    """At least one of these holds."""

    conditions: tuple["Condition", ...]


class Not(msgspec.Struct, frozen=True):
    """The one inside does not hold."""

    condition: "Condition"


class Fact(msgspec.Struct, frozen=True):
    """A value of the table compares as said."""

    path: tuple[str, ...]
    comparison: Comparison


class Count(msgspec.Struct, frozen=True):
    """A list of the table has so many elements, or so many cards of a kind."""

    path: tuple[str, ...]
    of: tuple[tuple[str, Comparison], ...]
    """What the picture of a card has to be (`code`, `group`, `value`); empty: count everything."""
    comparison: Comparison


class Happened(msgspec.Struct, frozen=True):
    """Events of a type were recorded so often; that there were any is public."""

    type: str
    by: By
    since: Since
    comparison: Comparison


Condition: TypeAlias = All | Any | Not | Fact | Count | Happened


class Key(msgspec.Struct, frozen=True):
    """A trait by which moves are put in order, the lowest or the highest first."""

    trait: str
    highest: bool


class Pick(msgspec.Struct, frozen=True):
    """One of the moves that may be made, chosen by their traits."""

    when: Condition | None
    where: tuple[tuple[str, Comparison], ...]
    by: tuple[Key, ...]
    """Of several moves the first by these; among equals the first in the order of the rules."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What to do, when, and how long that is wanted."""

    on: tuple[str, ...]
    """Kinds of decision, or `FREE`."""
    when: Condition | None
    move: tuple[str | Pick, ...]
    """The first of these that can be made is."""
    times: int | None
    """How often it is played; None: as often as it can be."""
    lasts: Lasts
    until: Condition | None
    after: int | None
    """The number of the order that has to be played before this one stands."""


Plan: TypeAlias = tuple[Order, ...]
