"""The events that every game has, whatever its rules: seats, start, time and end.

They name an account by an opaque id (`holder`) made for that game and seat, and show nobody that
id; all else in them is public.
"""

from datetime import UTC, datetime
from enum import StrEnum
from types import NoneType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NotRequired,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_type_hints,
)

import msgspec

from games.engine.clocks import TimeControl
from games.engine.decisions import RACE
from games.engine.events import Data, Event, Payload
from games.engine.outcome import Outcome
from games.engine.seats import Seat

Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]


class SeatKind(StrEnum):
    """Who holds a seat."""

    OPEN = "open"
    INVITED = "invited"
    PERSON = "person"
    BOT = "bot"
    HOUSE = "house"


class ExpiryReason(StrEnum):
    """Why a decision expired."""

    DEADLINE = "deadline"
    REFUSALS = "refusals"
    """A bot account sent five moves that the rules refuse."""


class MoveReason(StrEnum):
    """Why a deadline is another one now."""

    QUIET_HOURS = "quiet_hours"
    """It fell into the quiet hours of the seat's owner."""
    OUTAGE = "outage"
    """The server was away."""
    VACATION = "vacation"
    """The vacation of the seat's owner began or ended."""


class PublicEvent(Event, frozen=True, kw_only=True):
    """An event whose data is the same for everybody, during the game and after it."""

    shows: ClassVar[tuple[str, ...]]
    """The fields everybody may see, one by one; each type says so itself. Unset ones are left out."""

    def seen_by(self, seat: Seat | None) -> Data:
        """Return the public data."""
        return self.opened()

    def opened(self) -> Data:
        """Return the public data; nothing of it was hidden."""
        values = ((name, getattr(self, name)) for name in self.shows)
        return {name: _shown(value) for name, value in values if value is not None}

    @classmethod
    def shown_type(cls) -> Any:
        """Return the type of the fields that are shown; one that can be unset may be left out."""
        types = get_type_hints(cls, include_extras=True)
        fields = {name: _left_out_when_unset(types[name]) for name in cls.shows}
        return TypedDict(f"{cls.__name__}Data", fields)  # type: ignore[operator]  # made at run time

    @classmethod
    def opened_type(cls) -> Any:
        """Return the same; nothing was hidden."""
        return cls.shown_type()


def _shown(value: Any) -> object:
    if isinstance(value, datetime):  # as everywhere outside: UTC with milliseconds
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return msgspec.to_builtins(value)


def _left_out_when_unset(annotation: Any) -> Any:
    parts = get_args(annotation)
    if NoneType not in parts:
        return annotation
    return NotRequired[Union[tuple(part for part in parts if part is not NoneType)]]  # noqa: UP007


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


class SeatInvited(PublicEvent, frozen=True, kw_only=True, tag="SeatInvited"):
    """A seat is kept for somebody."""

    shows = ()

    holder: str


class InvitationDeclined(PublicEvent, frozen=True, kw_only=True, tag="InvitationDeclined"):
    """Who was invited does not come; the seat is open."""

    shows = ()


class SeatTaken(PublicEvent, frozen=True, kw_only=True, tag="SeatTaken"):
    """Somebody sat down."""

    shows = ("kind", "strategy", "commitment")

    kind: SeatKind
    holder: str | None = None
    strategy: str | None = None
    commitment: str | None = None
    """To the entropy (hex) that the seat will add to the shuffles, if it wants to."""


class SeatLeft(PublicEvent, frozen=True, kw_only=True, tag="SeatLeft"):
    """A seat became open again before the start."""

    shows = ()


class SeatRenamed(PublicEvent, frozen=True, kw_only=True, tag="SeatRenamed"):
    """The account behind a seat is no more; the seat is shown under an alias."""

    shows = ()


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


class DecisionExpired(PublicEvent, frozen=True, kw_only=True, tag="DecisionExpired"):
    """A decision was not answered; what follows in the same commit is its consequence."""

    shows = ("kind", "reason")

    kind: str
    reason: ExpiryReason

    @property
    def counts_as_missed(self) -> bool:
        """Whether its seat should have answered: in a race nobody must."""
        return self.kind != RACE and self.reason is ExpiryReason.DEADLINE


class SeatAway(PublicEvent, frozen=True, kw_only=True, tag="SeatAway"):
    """A house bot plays this seat until its owner returns."""

    shows = ("strategy",)

    strategy: str | None = None


class SeatReturned(PublicEvent, frozen=True, kw_only=True, tag="SeatReturned"):
    """The owner of an away seat took it back and owes what it owes with a full time."""

    shows = ()


class SeatResigned(PublicEvent, frozen=True, kw_only=True, tag="SeatResigned"):
    """A seat gave up, or forfeited; it cannot win any more."""

    shows = ("strategy",)

    strategy: str | None = None
    """Who plays its cards on, if the game goes on."""


class DeadlineMoved(PublicEvent, frozen=True, kw_only=True, tag="DeadlineMoved"):
    """The decision that this seat owes is due at another time."""

    shows = ("due_at", "reason", "stopped_from", "stopped_until")

    due_at: Moment
    reason: MoveReason
    stopped_from: Moment | None = None
    """With `stopped_until`, the time for which the seat's clock is not charged."""
    stopped_until: Moment | None = None


class GamePaused(PublicEvent, frozen=True, kw_only=True, tag="GamePaused"):
    """The game rests: nobody can move, and no clock runs, until it is resumed.

    `seat` is who paused it, None for the server.
    """

    shows = ("resume_at",)

    resume_at: Moment
    """When it is resumed by itself."""


class IncidentReported(PublicEvent, frozen=True, kw_only=True, tag="IncidentReported"):
    """Something went wrong inside the game, which is why it was paused in the same commit.

    What it was stands in the server's log beside the same id.
    """

    shows = ("incident",)

    incident: str


class GameResumed(PublicEvent, frozen=True, kw_only=True, tag="GameResumed"):
    """The game goes on; every decision has as much time left as it had."""

    shows = ()


class SeatOffered(PublicEvent, frozen=True, kw_only=True, tag="SeatOffered"):
    """A seat of a running game may be taken over, by one account or by anybody."""

    shows = ("by",)

    by: Seat
    """Whose holder offered it: the seat itself, or another one for who has left it."""
    holder: str | None = None
    """Stands for the account it is offered to; None: it is offered to the public."""


class OfferWithdrawn(PublicEvent, frozen=True, kw_only=True, tag="OfferWithdrawn"):
    """A seat is not on offer any more."""

    shows = ()


class VacationStarted(PublicEvent, frozen=True, kw_only=True, tag="VacationStarted"):
    """The owner of a seat is on vacation: for so long the clocks of the seat stand still."""

    shows = ("since", "until")

    since: Moment
    """When the vacation began, which may be before the game heard of it."""
    until: Moment
    """When it ends unless it is ended before."""


class VacationEnded(PublicEvent, frozen=True, kw_only=True, tag="VacationEnded"):
    """The owner of a seat is back; the clocks of the seat run."""

    shows = ()


class SeatReplaced(PublicEvent, frozen=True, kw_only=True, tag="SeatReplaced"):
    """Somebody else holds a seat from now on and plays it; it can win, whatever went before."""

    shows = ("kind",)

    kind: SeatKind
    holder: str


class IdleNoticed(PublicEvent, frozen=True, kw_only=True, tag="IdleNoticed"):
    """Nobody has moved for long in a game without deadlines; it is broken off if that goes on."""

    shows = ("closes_at",)

    closes_at: Moment


class AbortConsented(PublicEvent, frozen=True, kw_only=True, tag="AbortConsented"):
    """A seat agreed to break the game off."""

    shows = ()


class UndoRequested(PublicEvent, frozen=True, kw_only=True, tag="UndoRequested"):
    """A seat asked to go back to before its last move, and so agrees to it."""

    shows = ("to_version",)

    to_version: int
    """The version to which the game would go back."""


class UndoConsented(PublicEvent, frozen=True, kw_only=True, tag="UndoConsented"):
    """Another seat agreed to the undo that was asked for."""

    shows = ()


class UndoDeclined(PublicEvent, frozen=True, kw_only=True, tag="UndoDeclined"):
    """A seat declined the undo that was asked for, or took its own consent back."""

    shows = ()


class MoveUndone(PublicEvent, frozen=True, kw_only=True, tag="MoveUndone"):
    """The rules went back to how they stood at a version, as this event's seat had asked.

    Seats and clocks stay as they are; decisions that are open again are new ones.
    """

    shows = ("to_version",)

    to_version: int


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
)
ENDING_EVENTS = ("GameFinished", "GameAborted", "GameExpired")
"""The types that end play; a game has at most one of them."""
