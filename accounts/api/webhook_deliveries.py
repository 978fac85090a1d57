"""What was sent to a webhook: listing it, having it sent again, and trying the receiver."""

from typing import ClassVar

from django.core.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.base import ApiView, account_of, reserved_id
from accounts.api.describing import Key, Operation
from accounts.api.inputs import (
    Nothing,
    PageQuery,
    StrictChoice,
    StrictInput,
    StrictText,
    read_body,
)
from accounts.api.outputs import check_cursor, page_response
from accounts.api.shapes import Page
from accounts.api.webhook_shapes import Delivery, Redelivered, delivery_output
from accounts.api.webhooks import MANAGE
from accounts.services import webhooks
from accounts.webhooks.models import WebhookDelivery
from accounts.webhooks.selectors import find_delivery, find_webhook, read_id


class DeliveriesQuery(PageQuery):
    state = StrictChoice(
        choices=WebhookDelivery.State.choices,
        required=False,
        help_text="Only those in this state.",
    )


def check_id(text: str) -> None:
    """Raise `ValidationError` for what has not the form of an id."""
    if read_id(text) is None:
        raise ValidationError("This is no id of a delivery.")


class RedeliverInput(StrictInput):
    delivery = StrictText(
        required=False,
        max_length=36,
        validators=[check_id],
        help_text="Only this one; else all that have failed.",
    )


class DeliveriesView(ApiView):
    """The deliveries of a webhook, the newest first."""

    scopes: ClassVar = MANAGE
    queries: ClassVar = {"GET": DeliveriesQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_webhook_deliveries",
            "What was sent to a webhook",
            "Of the last 30 days, the newest first.",
            answers={200: Page[Delivery]},
            refusals=("not_found",),
        )
    }

    def get(self, request: Request, webhook_id: str) -> Response:
        check_cursor(self.query)
        found = find_webhook(webhook_id, owner=account_of(request)).deliveries.all()
        if "state" in self.query:
            found = found.filter(state=self.query["state"])
        return page_response(found, self.query, show=delivery_output)


class DeliveryView(ApiView):
    """One delivery."""

    scopes: ClassVar = MANAGE
    operations: ClassVar = {
        "GET": Operation(
            "get_webhook_delivery",
            "A delivery",
            answers={200: Delivery},
            refusals=("not_found",),
        )
    }

    def get(self, request: Request, webhook_id: str, delivery_id: str) -> Response:
        webhook = find_webhook(webhook_id, owner=account_of(request))
        return Response(delivery_output(find_delivery(delivery_id, webhook=webhook)))


class TestView(ApiView):
    """A message on request, so that somebody who sets up a receiver sees what becomes of it."""

    scopes: ClassVar = MANAGE
    operations: ClassVar = {
        "POST": Operation(
            "test_webhook",
            "Send a test message",
            "It is sent once, by the way that all messages go, also to a disabled webhook. Ask for"
            " the delivery to see the receiver's status and latency. If five tests wait already,"
            " the last of them is the answer.",
            answers={200: Delivery, 202: Delivery},
            refusals=("not_found",),
            key=Key.TAKEN,
        )
    }

    def post(self, request: Request, webhook_id: str) -> Response:
        reserve = reserved_id(request, route=f"test {webhook_id[:24]}")
        read_body(request, Nothing)
        webhook = find_webhook(webhook_id, owner=account_of(request))
        tested = webhooks.send_test(webhook, now=clock.now(), reserve=reserve)
        shown = delivery_output(tested.delivery)
        if tested.replayed:
            return Response(shown, headers={"Idempotency-Replayed": "true"})
        return Response(shown, status=202)


class RedeliverView(ApiView):
    """Sending again what failed."""

    scopes: ClassVar = MANAGE
    operations: ClassVar = {
        "POST": Operation(
            "redeliver_webhook",
            "Send messages again",
            "One, or all that have failed; each under its `webhook-id`, with all attempts anew.",
            bodies=(RedeliverInput,),
            examples={"all that have failed": {}},
            answers={200: Redelivered, 202: Redelivered},
            refusals=("not_found", "webhook_disabled"),
            key=Key.TAKEN,
        )
    }

    def post(self, request: Request, webhook_id: str) -> Response:
        reserve = reserved_id(request, route=f"again {webhook_id[:24]}")
        body = read_body(request, RedeliverInput)
        webhook = find_webhook(webhook_id, owner=account_of(request))
        one = body.get("delivery")
        again = webhooks.redeliver(
            webhook,
            delivery=None if one is None else find_delivery(one, webhook=webhook).id,
            now=clock.now(),
            reserve=reserve,
        )
        if again.replayed:
            return Response({"count": again.messages}, headers={"Idempotency-Replayed": "true"})
        return Response({"count": again.messages}, status=202)
