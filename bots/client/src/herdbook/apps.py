"""Apps that act for others, as frozen values like those of games."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class App:
    """An app that this account has registered."""

    client_id: str
    name: str = ""
    homepage: str | None = None
    redirect_uris: tuple[str, ...] = ()
    device_flow: bool = False
    confidential: bool = False
    created_at: datetime | None = None
    client_secret: str | None = field(default=None, repr=False)
    """Only in the answer that made it."""


@dataclass(frozen=True, slots=True)
class LetInApp:
    """An app that can act for this account."""

    client_id: str
    name: str = ""
    homepage: str | None = None
    author: str | None = None
    """None: it belongs to the server."""
    scopes: tuple[str, ...] = ()
    since: datetime | None = None
    last_used_at: datetime | None = None
