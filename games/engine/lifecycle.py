"""The events of a game as a whole, and the list of all that every game has, whatever its rules.

They name an account by an opaque id made for that game, and show nobody that id; all else in them
is public.
"""

from typing import Any, ClassVar

from games.engine.clocks import TimeControl
from games.engine.events import Event, Payload
from games.engine.order_events import (
    OrderGiven,
    ResultAdjudicated,
    ResultAnnulled,
    ResultRestored,
)
from games.engine.outcome import Outcome
from games.engine.public_event import PublicEvent
from games.engine.seat_events import (
    AbortConsented,
    InvitationDeclined,
    OfferWithdrawn,
    SeatAway,
    SeatInvited,
    SeatLeft,
    SeatOffered,
    SeatRenamed,
    SeatReplaced,
    SeatResigned,
    SeatReturned,
    SeatTaken,
)
from games.engine.seats import Seat
from games.engine.time_events import (
    DeadlineMoved,
    DecisionExpired,
    GamePaused,
    GameResumed,
    IdleNoticed,
    IncidentReported,
    VacationEnded,
    VacationStarted,
)
from games.engine.undo_events import MoveUndone, UndoConsented, UndoDeclined, UndoRequested


def _stopped_by_nothing(payload: Payload) -> Payload:
    """Fill in what no time control had at first: its clocks always ran."""
    stops = {
        "weekend_pause": None,
        "quiet_hours": False,
        "vacation": False,
        "pause_budget": {"seat": 0, "game": None},
    }
    return payload | {"time_control": payload["time_control"] | stops}


class GameCreated(PublicEvent, frozen=True, kw_only=True, tag="GameCreated"):
    """A game came to be, with all that is fixed about it."""

    schema_version: ClassVar[int] = 2
    upcasters: ClassVar = {1: _stopped_by_nothing}

    shows = (
        "ruleset",
        "rules_version",
        "seats",
        "options",
        "time_control",
        "rated",
        "private",
        "commitment",
        "rematch_of",
        "imported",
    )

    ruleset: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    time_control: TimeControl
    rated: bool
    private: bool
    creator: str
    """The opaque id of the account that made it."""
    commitment: str
    """SHA-256 (hex) of the secret behind all shuffles of this game."""
    rematch_of: str | None = None
    """The id of the game whose rematch this is."""
    imported: bool | None = None
    """Set for a game that was played from a file; its shuffles are recorded ones."""


class RevealsAwaited(PublicEvent, frozen=True, kw_only=True, tag="RevealsAwaited"):
    """Every seat was held, and those that had committed to entropy were asked to reveal it.

    The game starts when the last of them has, or without the rest when the time is over.
    """

    shows = ("seconds",)

    seconds: int
    """How long they are waited for."""


class EntropyRevealed(PublicEvent, frozen=True, kw_only=True, tag="EntropyRevealed"):
    """A seat revealed what it had committed to; it is part of the key of all shuffles."""

    shows = ("entropy",)

    entropy: str
    """32 bytes (hex)."""


class GameStarted(PublicEvent, frozen=True, kw_only=True, tag="GameStarted"):
    """Every seat was held, so play began."""

    shows = ("first_seat",)

    first_seat: Seat


class DealSealed(PublicEvent, frozen=True, kw_only=True, tag="DealSealed"):
    """Stands right behind each deal and binds the server to its cards without showing any."""

    shows = ("number", "root")

    number: int
    """Of the shuffle that was dealt, among all of the game, from 0."""
    root: str
    """The root (hex) of the Merkle tree over the salted cards in the order dealt."""


class GameFinished(PublicEvent, frozen=True, kw_only=True, tag="GameFinished"):
    """Play ended with a result."""

    shows = ("outcome",)

    outcome: Outcome


class GameAborted(PublicEvent, frozen=True, kw_only=True, tag="GameAborted"):
    """The game was broken off; nobody wins or loses."""

    shows = ("outcome",)

    outcome: Outcome


class GameExpired(PublicEvent, frozen=True, kw_only=True, tag="GameExpired"):
    """The game never started, and nobody did anything about it for too long."""

    shows = ("outcome",)

    outcome: Outcome


class EventUnread(PublicEvent, frozen=True, kw_only=True, tag="EventUnread"):
    """Stands for an event of rules that are not installed; what it says stays unread.

    Never stored, and nothing can be folded from it.
    """

    shows = ("name",)

    name: str
    """The type under which the event is stored."""


LIFECYCLE_EVENTS: tuple[type[Event], ...] = (
    GameCreated,
    SeatInvited,
    InvitationDeclined,
    SeatTaken,
    SeatLeft,
    SeatRenamed,
    RevealsAwaited,
    EntropyRevealed,
    GameStarted,
    DealSealed,
    DecisionExpired,
    SeatAway,
    SeatReturned,
    SeatResigned,
    DeadlineMoved,
    GamePaused,
    IncidentReported,
    GameResumed,
    SeatOffered,
    OfferWithdrawn,
    SeatReplaced,
    IdleNoticed,
    VacationStarted,
    VacationEnded,
    AbortConsented,
    UndoRequested,
    UndoConsented,
    UndoDeclined,
    MoveUndone,
    GameFinished,
    GameAborted,
    GameExpired,
    OrderGiven,
    ResultAdjudicated,
    ResultAnnulled,
    ResultRestored,
)
ENDING_EVENTS = ("GameFinished", "GameAborted", "GameExpired")
"""The types that end play; a game has at most one of them."""
