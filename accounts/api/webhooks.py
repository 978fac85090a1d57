"""Webhooks: making, listing, changing and removing them, and their secrets."""

from collections.abc import Sequence
from typing import ClassVar

from django.core.exceptions import ValidationError
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.base import ApiView, account_of, refuse_key, token_of
from accounts.api.describing import Key, Operation
from accounts.api.inputs import (
    Nothing,
    PageQuery,
    StrictFlag,
    StrictInput,
    StrictText,
    read_body,
    refuse,
)
from accounts.api.me import check_visible
from accounts.api.outputs import page_response
from accounts.api.shapes import Page
from accounts.api.webhook_shapes import NewWebhook, Webhook, webhook_output
from accounts.errors import InsufficientScopeError
from accounts.event_types import EVENT_TYPES, EventType
from accounts.scopes import Scope
from accounts.services import webhooks
from accounts.webhooks.selectors import find_webhook, webhooks_of
from accounts.webhooks.targets import LONGEST, BadTargetError, read_target

MANAGE: dict[str, Scope] = dict.fromkeys(("GET", "POST", "PATCH", "DELETE"), Scope.WEBHOOKS_MANAGE)
_EXAMPLE_URL = "https://example.org/herdbook"


def check_type(name: str) -> None:
    """Raise `ValidationError` for a type of event there is not."""
    if name not in list(EventType):
        raise ValidationError(
            f"There is no event type {name!r}; GET /openapi.json lists all of them as `webhooks`."
        )


def check_url(text: str) -> None:
    """Raise `ValidationError` for a URL of another form than the usual one."""
    try:
        read_target(text)
    except BadTargetError as error:
        raise ValidationError(str(error)) from None


class _Types(serializers.ListField):
    child = StrictText(max_length=40, validators=[check_type])

    def __init__(self, *, required: bool) -> None:
        super().__init__(
            required=required,
            min_length=1,
            max_length=len(EventType),
            help_text="The types of events that are sent.",
        )


class WebhookInput(StrictInput):
    url = StrictText(max_length=LONGEST, validators=[check_url])
    types = _Types(required=True)
    description = StrictText(
        required=False, allow_blank=True, max_length=80, default="", validators=[check_visible]
    )


class WebhookChanges(StrictInput):
    url = StrictText(required=False, max_length=LONGEST, validators=[check_url])
    types = _Types(required=False)
    description = StrictText(
        required=False, allow_blank=True, max_length=80, validators=[check_visible]
    )
    enabled = StrictFlag(required=False)


class WebhooksView(ApiView):
    """One's own webhooks."""

    scopes: ClassVar = MANAGE
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation("list_webhooks", "Your webhooks", answers={200: Page[Webhook]}),
        "POST": Operation(
            "create_webhook",
            "Make a webhook",
            "The token must also be for what the types of events tell. The host must be on the"
            " public internet, which is looked at again with each message.",
            bodies=(WebhookInput,),
            examples={
                "turns": {"url": _EXAMPLE_URL, "types": ["game.decision_requested"]},
            },
            answers={201: NewWebhook},
            refusals=("too_many_webhooks",),
            key=Key.REFUSED,
        ),
    }

    def get(self, request: Request) -> Response:
        return page_response(webhooks_of(account_of(request)), self.query, show=webhook_output)

    def post(self, request: Request) -> Response:
        refuse_key(request)
        body = read_body(request, WebhookInput)
        _check_scopes(request, body["types"])
        try:
            made = webhooks.create_webhook(account_of(request), **body, now=clock.now())
        except BadTargetError as error:
            refuse("url", str(error))
        return _secret_response(made, status=201)


class WebhookView(ApiView):
    """One webhook."""

    scopes: ClassVar = MANAGE
    operations: ClassVar = {
        "GET": Operation(
            "get_webhook", "A webhook", answers={200: Webhook}, refusals=("not_found",)
        ),
        "PATCH": Operation(
            "change_webhook",
            "Change a webhook",
            "Disabled, it is sent nothing, and what waited has failed; enabled, its failures are"
            " forgotten.",
            bodies=(WebhookChanges,),
            examples={"a pause": {"enabled": False}},
            answers={200: Webhook},
            refusals=("not_found",),
        ),
        "DELETE": Operation(
            "delete_webhook",
            "Remove a webhook",
            "With its deliveries; what waits is not sent.",
            answers={204: None},
            refusals=("not_found",),
        ),
    }

    def get(self, request: Request, webhook_id: str) -> Response:
        return Response(webhook_output(find_webhook(webhook_id, owner=account_of(request))))

    def patch(self, request: Request, webhook_id: str) -> Response:
        changes = read_body(request, WebhookChanges)
        _check_scopes(request, changes.get("types", ()))
        webhook = find_webhook(webhook_id, owner=account_of(request))
        try:
            changed = webhooks.change_webhook(webhook, changes=changes, now=clock.now())
        except BadTargetError as error:
            refuse("url", str(error))
        return Response(webhook_output(changed))

    def delete(self, request: Request, webhook_id: str) -> Response:
        read_body(request, Nothing)
        webhooks.remove_webhook(find_webhook(webhook_id, owner=account_of(request)))
        return Response(status=204)


class RotateSecretView(ApiView):
    """A new secret."""

    scopes: ClassVar = MANAGE
    operations: ClassVar = {
        "POST": Operation(
            "rotate_webhook_secret",
            "Give a webhook a new secret",
            "For a day messages are signed with the present one as well.",
            answers={200: NewWebhook},
            refusals=("not_found",),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request, webhook_id: str) -> Response:
        refuse_key(request)
        read_body(request, Nothing)
        webhook = find_webhook(webhook_id, owner=account_of(request))
        return _secret_response(webhooks.rotate_secret(webhook, now=clock.now()), status=200)


def _check_scopes(request: Request, types: Sequence[str]) -> None:
    """Raise `InsufficientScopeError` unless the token may be shown what such events tell."""
    granted = list(token_of(request).scopes)
    needed = {str(EVENT_TYPES[EventType(name)].scope) for name in types}
    if not needed <= set(granted):
        required = sorted(needed | {str(Scope.WEBHOOKS_MANAGE)})
        raise InsufficientScopeError(required=required, granted=granted)


def _secret_response(made: webhooks.WithSecret, *, status: int) -> Response:
    return Response({"secret": made.secret, **webhook_output(made.webhook)}, status=status)
