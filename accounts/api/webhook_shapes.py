"""How webhooks and deliveries are shown, field by field, and the shapes of that."""

from typing import Annotated, Literal

import msgspec

from accounts.api.outputs import Output
from accounts.api.shapes import Moment, Shape
from accounts.event_types import EventType
from accounts.times import time_text
from accounts.webhooks.messages import message_id
from accounts.webhooks.models import Webhook as WebhookRow
from accounts.webhooks.models import WebhookDelivery

FailureCode = Literal[
    "bad_url",
    "no_public_address",
    "not_connected",
    "bad_certificate",
    "timed_out",
    "broken_answer",
    "redirected",
    "refused",
    "secret_lost",
]


class Disabled(Shape):
    """Since when and why nothing is sent."""

    at: Moment
    reason: Annotated[
        Literal["owner", "gone", "failing"],
        msgspec.Meta(
            description="You did it, the receiver answered 410, or it has failed for days."
        ),
    ]


class Webhook(Shape):
    """A receiver of messages about your events."""

    id: str
    url: str
    description: str
    types: list[EventType]
    disabled: Disabled | None
    failures: Annotated[int, msgspec.Meta(description="Attempts in a row that failed.")]
    failing_since: Moment | None
    earlier_secret_until: Annotated[
        Moment | None,
        msgspec.Meta(description="Until then the secret before the present one signs as well."),
    ]
    created_at: Moment


class NewWebhook(Webhook):
    """A webhook with its new secret."""

    secret: Annotated[
        str,
        msgspec.Meta(pattern="^whsec_", description="Verifies messages; it is shown only here."),
    ]


class Attempt(Shape):
    """One attempt to send a message."""

    at: Moment
    status: Annotated[int | None, msgspec.Meta(description="What the receiver answered.")]
    failure: Annotated[FailureCode | None, msgspec.Meta(description="Null for a success.")]
    latency_ms: Annotated[int, msgspec.Meta(description="From looking up the name to the answer.")]


class Delivery(Shape):
    """A message, and what became of it."""

    id: str
    message: Annotated[str, msgspec.Meta(description="The `webhook-id` of every attempt.")]
    type: str
    at: Annotated[Moment, msgspec.Meta(description="When it happened.")]
    state: Literal["waiting", "delivered", "failed"]
    attempts: Annotated[list[Attempt], msgspec.Meta(description="The last 20, in order.")]
    next_attempt_at: Moment | None
    created_at: Moment


class Redelivered(Shape):
    """How many messages are sent again."""

    count: int


def webhook_output(webhook: WebhookRow) -> Output:
    """Return a webhook without its secret."""
    disabled = {"at": time_text(webhook.disabled_at), "reason": webhook.disabled_for}
    return {
        "id": str(webhook.id),
        "url": webhook.url,
        "description": webhook.description,
        "types": webhook.types,
        "disabled": disabled if webhook.disabled_at else None,
        "failures": webhook.failures,
        "failing_since": time_text(webhook.failing_since),
        "earlier_secret_until": time_text(webhook.earlier_until),
        "created_at": time_text(webhook.created_at),
    }


def delivery_output(delivery: WebhookDelivery) -> Output:
    """Return a delivery with its attempts."""
    return {
        "id": str(delivery.id),
        "message": message_id(delivery.id),
        "type": delivery.type,
        "at": time_text(delivery.at),
        "state": delivery.state,
        "attempts": delivery.attempts,
        "next_attempt_at": time_text(delivery.due_at),
        "created_at": time_text(delivery.created_at),
    }
