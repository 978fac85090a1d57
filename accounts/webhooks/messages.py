"""Messages as they go over the wire: Standard Webhooks, thin JSON bodies, signed headers."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from standardwebhooks import Webhook as Signer

from accounts.times import time_text

USER_AGENT = "Herdbook-Webhooks/1"


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message to one receiver; the same in every attempt."""

    id: str
    body: str


def message_id(delivery: UUID) -> str:
    """Return the `webhook-id`, which stays the same however often a delivery is sent."""
    return f"msg_{delivery.hex}"


def body_of(event: str | None, kind: str, at: datetime, facts: Mapping[str, object]) -> str:
    """Write the body: what happened, when, and which ids it is about.

    `event` is its id in the account feed, which a test has not.
    """
    told = {"type": kind, "timestamp": time_text(at), "data": facts}
    whole = told if event is None else {"id": event, **told}
    return json.dumps(whole, separators=(",", ":"))


def headers_of(message: Message, *, secrets: Iterable[str], now: datetime) -> dict[str, str]:
    """Return the header fields of an attempt, signed with each of the secrets."""
    moment = now.astimezone(UTC)
    signatures = (Signer(secret).sign(message.id, moment, message.body) for secret in secrets)
    return {
        "content-type": "application/json",
        "user-agent": USER_AGENT,
        "webhook-id": message.id,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
