"""Accounts as the services know them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.errors import AccountSanctionedError
from accounts.moderation.restrictions import end_of
from games.engine.clocks import QuietHours
from games.engine.events import Cause
from games.engine.seat_events import SeatKind
from games.services.seat_errors import CasualOnlyError
from games.store.load import Owner


@dataclass(frozen=True, kw_only=True)
class Asker:
    """An account that asks, or is asked for, with what a game must know of it."""

    account: UUID
    name: str
    is_bot: bool
    casual_only: bool = False
    """A throw-away account, which has no place in rated games."""
    unrated_until: datetime | None = None
    """A sanction keeps it from places in rated games until then."""
    quiet_hours: QuietHours | None = None
    """When no deadline of it may fall."""

    def must_play_rated(self) -> None:
        """Raise `CasualOnlyError` or `AccountSanctionedError` if it has no place in rated games."""
        if self.casual_only:
            raise CasualOnlyError
        if self.unrated_until is not None:
            raise AccountSanctionedError("no_rated_play", end_of(self.unrated_until))

    @property
    def cause(self) -> Cause:
        """What its commands are recorded as."""
        return Cause.BOT if self.is_bot else Cause.PLAYER

    @property
    def seat_kind(self) -> SeatKind:
        """What its seat is shown as."""
        return SeatKind.BOT if self.is_bot else SeatKind.PERSON

    @property
    def owner(self) -> Owner:
        """Itself, as a loaded game lists it."""
        return Owner(self.account, self.name, self.is_bot, self.quiet_hours)
