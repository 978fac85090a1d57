"""The events of time: decisions expire, deadlines move, games and seats rest."""

from enum import StrEnum

from games.engine.decisions import RACE
from games.engine.public_event import Moment, PublicEvent


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
    ORDER = "order"
    """Staff gave it."""


class DecisionExpired(PublicEvent, frozen=True, kw_only=True, tag="DecisionExpired"):
    """A decision was not answered; what follows in the same commit is its consequence."""

    shows = ("kind", "reason")

    kind: str
    reason: ExpiryReason

    @property
    def counts_as_missed(self) -> bool:
        """Whether its seat should have answered: in a race nobody must."""
        return self.kind != RACE and self.reason is ExpiryReason.DEADLINE


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


class IdleNoticed(PublicEvent, frozen=True, kw_only=True, tag="IdleNoticed"):
    """Nobody has moved for long in a game without deadlines; it is broken off if that goes on."""

    shows = ("closes_at",)

    closes_at: Moment
