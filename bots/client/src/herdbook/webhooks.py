"""Webhooks, and what was sent to them."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class WebhookDisabled:
    """Since when and why nothing is sent."""

    at: datetime
    reason: str
    """`owner`, `gone` or `failing`."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A receiver of messages about your events."""

    id: str
    url: str = ""
    description: str = ""
    types: tuple[str, ...] = ()
    disabled: WebhookDisabled | None = None
    failures: int = 0
    """Attempts in a row that failed."""
    failing_since: datetime | None = None
    earlier_secret_until: datetime | None = None
    created_at: datetime | None = None
    secret: str | None = field(default=None, repr=False)
    """What verifies messages; only in the answer that made it."""


@dataclass(frozen=True, slots=True)
class WebhookAttempt:
    """One attempt to send a message."""

    at: datetime
    status: int | None = None
    """What the receiver answered."""
    failure: str | None = None
    """Why it was no success; None if it was one."""
    latency_ms: int = 0


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    """A message, and what became of it."""

    id: str
    message: str = ""
    """The `webhook-id` of every attempt."""
    type: str = ""
    state: str = ""
    """`waiting`, `delivered` or `failed`."""
    attempts: tuple[WebhookAttempt, ...] = ()
    next_attempt_at: datetime | None = None
    at: datetime | None = None
    """When what it tells of happened."""
    created_at: datetime | None = None
