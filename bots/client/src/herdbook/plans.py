"""Standing orders as their owner sees them, and what the server has ready-made."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

Order: TypeAlias = dict[str, Any]
"""An order in the grammar of its ruleset, as JSON values."""


@dataclass(frozen=True, slots=True)
class OrderPlay:
    """A move that an order made."""

    version: int
    move: str


@dataclass(frozen=True, slots=True)
class OrderFate:
    """What became of an order."""

    state: str
    """`standing`, `waiting` (for the order before it), `done` or `void`."""
    played: int = 0
    plays: tuple[OrderPlay, ...] = ()
    """The last of them, in order."""
    void: str | None = None
    """What it lost: its `round`, by its `until`, or the order it was `after`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The standing orders of this account's seat in a game; without any it is empty."""

    orders: tuple[Order, ...] = ()
    fates: tuple[OrderFate, ...] = ()
    """Of each order, in the same order."""
    version: int | None = None
    """Of the game when they were given."""
    given_at: datetime | None = None
    ended: str | None = None
    """Why nothing of it stands any more: `done`, `undone` or `unreadable`."""


@dataclass(frozen=True, slots=True)
class PlanTemplate:
    """Orders ready-made."""

    name: str
    title: str = ""
    text: str = ""
    orders: tuple[Order, ...] = field(default_factory=tuple[Order, ...])
