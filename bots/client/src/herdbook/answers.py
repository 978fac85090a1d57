"""What the server answers, as frozen values with the names of the HTTP contract.

Plain dictionaries stay where the content belongs to a ruleset: `table`, `options`, `data`.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, Self, TypeVar

from herdbook.plans import PlanTemplate
from herdbook.reading import read
from herdbook.views import Decision, Event, Game, TimeControl

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game the server can play."""

    slug: str
    title: str = ""
    rules_version: int | None = None
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    """The whole answer: seats, option schema, pack, move grammar, strategies."""

    @classmethod
    def of(cls, members: dict[str, Any]) -> Self:
        """Read a ruleset and keep all that was said about it."""
        return replace(read(cls, members), details=members)

    @property
    def plan_templates(self) -> tuple[PlanTemplate, ...]:
        """Standing orders ready-made; none before its details were asked for."""
        grammar: Any = self.details.get("plan") or {}
        return tuple(read(PlanTemplate, one) for one in grammar.get("templates") or ())

    @property
    def usual_strategy(self) -> str:
        """How house bots play unless told otherwise: `normal`, or the first there is."""
        known: Any = self.details.get("strategies") or ()
        names = [str(strategy["name"]) for strategy in known]
        return names[0] if names and "normal" not in names else "normal"


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """A row of the server's catalogue of error codes."""

    code: str
    status: int | None = None
    title: str = ""
    retryable: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """Something that was said about a game."""

    id: str
    number: int
    """Rises with each message; what comes behind it is asked for with `after`."""
    text: str
    name: str
    seat: int | None = None
    """None for a spectator."""
    room: str = "players"
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class LogHead:
    """The hash of the last event of a game that is over."""

    game_hash: str
    """SHA-256 (hex) of the 16 bytes of the game's id."""
    version: int
    hash: str
    game: str | None = None
    """None for a private game."""


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the server can serve, and how each of its parts is."""

    ready: bool
    details: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision this account owes, and in which game."""

    game: str
    ruleset: str | None = None
    version: int | None = None
    decision: Decision | None = None
    time_control: TimeControl | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """An accepted move: the events committed with it, and the game afterwards."""

    events: tuple[Event, ...]
    game: Game
    replayed: bool = False
    """True when an earlier copy of this move had already been accepted."""


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Part of a list; `next` is the cursor of the part behind it, or None at the end."""

    items: tuple[T, ...]
    next: str | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Turns(Page[Turn]):
    """Decisions this account owes; `count` says how many there are in all."""

    events_after: str | None = None
    """Where `account_events` goes on, to miss nothing that happens from here on."""


@dataclass(frozen=True, slots=True)
class AccountEvent:
    """Something this account was told of: ids, versions and times in `data`, but no cards."""

    id: str
    """The same on every read, so that what comes twice can be dropped; and a cursor."""
    type: str
    """Such as `game.decision_requested`."""
    at: datetime | None = None
    data: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class AccountFeed:
    """A part of what this account was told, the oldest first."""

    items: tuple[AccountEvent, ...]
    cursor: str
    """The place behind these: the `after` of the next call."""
    more: bool = False
    """Whether there is more to be read at once."""


@dataclass(frozen=True, slots=True)
class CalendarState:
    """Whether there is an address that opens the calendar."""

    active: bool
    created_at: datetime | None = None
