"""Accounts, their tokens and what is counted for them, as frozen values like those of games."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from herdbook.views import Vacation


@dataclass(frozen=True, slots=True)
class OwnVacation:
    """The vacation of this account, and how much of it is left."""

    balance: int = 0
    """Seconds that can still be taken, beside `vacation`."""
    vacation: Vacation | None = None


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A time of each day, in the account's time zone, as `22:00`."""

    begin: str
    end: str


@dataclass(frozen=True, slots=True)
class Account:
    """A person or a bot, as its owner sees it."""

    name: str
    kind: str | None = None
    """`person` or `bot`; a sandbox is a bot."""
    sandbox: bool = False
    owner: str | None = None
    """Of a bot: the account that it belongs to."""
    display_name: str | None = None
    email: str | None = None
    email_confirmed: bool = False
    """Until then it gets no mail but the one to confirm it."""
    time_zone: str | None = None
    quiet_hours: QuietHours | None = None
    """When no deadline falls."""
    notifications: dict[str, Any] = field(default_factory=dict[str, Any])
    description: str | None = None
    accepts: str | None = None
    """Of a bot: whose invitations it takes."""
    disabled: bool = False
    created_at: datetime | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A person or a bot, as everybody sees it."""

    name: str
    kind: str | None = None
    display_name: str | None = None
    owner: str | None = None
    created_at: datetime | None = None
    vacation: Vacation | None = None
    """Running or planned."""


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """A move of a bot that the rules refused."""

    move: str
    """As it was sent, cut off after 200 characters."""
    code: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A throw-away bot and the one showing of its token."""

    token: str = field(repr=False)
    account: Account


@dataclass(frozen=True, slots=True)
class Registered:
    """A new account and the one showing of its first token."""

    token: str = field(repr=False)
    account: Account


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token; what opens it (`token`) only in the answer that made it."""

    id: str
    account: str | None = None
    label: str = ""
    scopes: tuple[str, ...] = ()
    created_at: datetime | None = None
    expires_at: datetime | None = None
    last_used_at: datetime | None = None
    token: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Limit:
    """A policy that counts, and where this account stands with it."""

    key: str = ""
    quota: int | None = None
    window: int | None = None
    """Seconds."""
    remaining: int | None = None
    resets_in: int | None = None
    """Seconds."""
    per: str | None = None
    """What is counted together: `token`, `account`, `address`."""
    counts: str | None = None
    """What is counted."""


@dataclass(frozen=True, slots=True)
class Report:
    """Something that you have told the moderators."""

    id: str
    kind: str
    game: str | None = None
    player: str | None = None
    from_version: int | None = None
    to_version: int | None = None
    text: str = ""
    made_at: datetime | None = None
    state: str = ""
    """`open` or `closed`."""
    outcome: str | None = None
    """`action_taken`, `no_breach` or `not_proven`."""


@dataclass(frozen=True, slots=True)
class Appeal:
    """An objection to a sanction."""

    state: str = ""
    """`open`, `granted` or `refused`."""
    text: str = ""
    made_at: datetime | None = None
    answered_at: datetime | None = None
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class Sanction:
    """A decision of the moderators about an account."""

    id: str | None = None
    account: str = ""
    """Yours, or that of a bot."""
    kind: str = ""
    """`warning`, `chat_mute`, `no_rated_play` or `suspension`."""
    game: str | None = None
    """The game to whose chat a mute is limited."""
    reason: str = ""
    text: str = ""
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    """None: when it is lifted."""
    case: str | None = None
    acknowledged_at: datetime | None = None
    lifted_at: datetime | None = None
    lifted_reason: str | None = None
    appeal: Appeal | None = None
    """The latest."""
