"""A game as one viewer may see it: the game view of the HTTP contract, and its events."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Offer:
    """That a seat of a running game can be taken over."""

    by: int
    """The seat whose holder offered it."""
    account: str | None = None
    """Whom it is offered to; None: anybody."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which an account plays nothing."""

    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Seat:
    """A position in a game and who holds it."""

    seat: int
    kind: str
    """`person`, `bot`, `house`, `open` or `invited`."""
    name: str | None = None
    state: str | None = None
    """`playing`, `away` (a house bot plays for it), `resigned` or `out`."""
    score: int | None = None
    clock_ms: int | None = None
    """What is on its clock or in its bank, until it owes a decision: then that runs."""
    vacation: Vacation | None = None
    """Of its owner, while no clock of the seat runs."""
    pause_left: int | None = None
    """Seconds for which its owner may still pause the game."""
    strategy: str | None = None
    offer: Offer | None = None


@dataclass(frozen=True, slots=True)
class You:
    """Where the viewer sits; None for somebody who only watches."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PauseBudget:
    """How long a game may be paused in all, in seconds."""

    seat: int = 0
    game: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long decisions may take, and what happens when one takes longer. Times in seconds."""

    kind: str
    """`per_move`, `fischer`, `bank` or `none`; each has some of the members below."""
    seconds: int | None = None
    initial: int | None = None
    increment: int | None = None
    cap: int | None = None
    allowance: int | None = None
    bank: int | None = None
    on_expiry: str | None = None
    weekend_pause: str | None = None
    """The time zone at whose weekends no clock runs."""
    quiet_hours: bool = False
    vacation: bool = False
    pause_budget: PauseBudget | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """A rest of the game, in which nobody can move and no clock runs."""

    seat: int | None = None
    """Who asked for it; None: the server."""
    since: datetime | None = None
    resume_at: datetime | None = None
    incident: str | None = None
    """What went wrong in the game, if it rests for that."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """A seat that owes a decision: the public half of `Decision`."""

    seat: int
    kind: str = ""
    opened_at: datetime | None = None
    deadline_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The viewer's own obligation to move. Its id stays the same while it is open."""

    id: str
    seat: int | None = None
    kind: str = ""
    deadline_at: datetime | None = None
    legal_moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """Whether the viewer can have a move undone, and who has agreed to an undo."""

    possible: bool = False
    reason: str | None = None
    """Why not."""
    to_version: int | None = None
    """Where the game would go back to: as was asked, or to before the viewer's last move."""
    consents: tuple[int, ...] = ()
    """The seats that agree, first the one that asked; empty if nobody did."""
    waiting_for: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game view, or (without `table`) an item in a list of games."""

    id: str
    ruleset: str
    status: str
    """`open`, `running`, `paused`, `finished`, `aborted` or `expired`."""
    version: int = 0
    rules_version: int | None = None
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    rated: bool = False
    private: bool = False
    created_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    server_now: datetime | None = None
    time_control: TimeControl | None = None
    pause: Pause | None = None
    """While it is paused."""
    closes_at: datetime | None = None
    """When it is broken off if still nobody moves, where there are no deadlines."""
    seats: tuple[Seat, ...] = ()
    you: You | None = None
    table: dict[str, Any] = field(default_factory=dict[str, Any])
    deciding: tuple[Deciding, ...] = ()
    decision: Decision | None = None
    free_moves: tuple[str, ...] = ()
    undo: Undo = field(default_factory=Undo)
    outcome: Outcome | None = None
    imported: bool = False
    """Whether it was played from a file, with nobody at the table."""
    join_code: str | None = field(default=None, repr=False)
    """Shown once, to the creator of a private game with an open seat."""
    etag: str | None = field(default=None, repr=False, compare=False)
    """Not a member of the view but the header it came with; None if it came with another answer."""

    @property
    def is_over(self) -> bool:
        """Whether nothing will be played any more."""
        return self.status in {"finished", "aborted", "expired"}

    @property
    def asks_for_entropy(self) -> bool:
        """Whether the game waits for the viewer's entropy before it starts."""
        mine = self.you.seat if self.you else None
        return any(one.seat == mine and one.kind == "reveal" for one in self.deciding)

    @property
    def my_seat(self) -> Seat | None:
        """The viewer's seat, or None for somebody who only watches."""
        number = self.you.seat if self.you else None
        return next((seat for seat in self.seats if seat.seat == number), None)


@dataclass(frozen=True, slots=True)
class Event:
    """A recorded fact, with as much of its data as the viewer may see."""

    version: int
    type: str
    at: datetime | None = None
    seat: int | None = None
    cause: str | None = None
    data: dict[str, Any] = field(default_factory=dict[str, Any])
