"""Bots: child accounts of whoever asks."""

from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.accounts import NameInput
from accounts.api.base import ApiView, account_of, refuse_app, refuse_key, reserved_id, token_of
from accounts.api.describing import Key, Operation
from accounts.api.inputs import (
    Nothing,
    PageQuery,
    StrictChoice,
    StrictFlag,
    StrictInput,
    StrictText,
    read_body,
)
from accounts.api.me import check_shown_name
from accounts.api.outputs import bot_output, page_response
from accounts.api.shapes import Bot, NewToken, Page
from accounts.api.tokens import TokenInput, issue
from accounts.models import Account
from accounts.scopes import Scope
from accounts.selectors import bots_of, find_bot
from accounts.services import erasure
from accounts.services.bots import create_bot
from accounts.services.profile import change_bot

MANAGE: dict[str, Scope] = dict.fromkeys(("GET", "POST", "PATCH", "DELETE"), Scope.BOTS_MANAGE)


class BotInput(NameInput):
    description = StrictText(required=False, allow_blank=True, max_length=280, default="")
    accepts = StrictChoice(
        choices=Account.Accepts.choices, required=False, default=Account.Accepts.EVERYBODY
    )


class BotChanges(StrictInput):
    display_name = StrictText(
        required=False, allow_null=True, max_length=40, validators=[check_shown_name]
    )
    description = StrictText(required=False, allow_blank=True, max_length=280)
    accepts = StrictChoice(choices=Account.Accepts.choices, required=False)
    disabled = StrictFlag(required=False)

    def validate_display_name(self, text: str | None) -> str:
        return text or ""


class BotsView(ApiView):
    scopes: ClassVar = MANAGE
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation("list_bots", "Your bots", answers={200: Page[Bot]}),
        "POST": Operation(
            "create_bot",
            "Make a bot",
            bodies=(BotInput,),
            examples={"a bot": {"name": "alices-bot", "description": "Plays it safe."}},
            answers={201: Bot},
            refusals=("name_taken",),
            key=Key.TAKEN,
        ),
    }

    def get(self, request: Request) -> Response:
        return page_response(bots_of(account_of(request)), self.query, show=bot_output)

    def post(self, request: Request) -> Response:
        reserve = reserved_id(request, route="POST /bots")
        body = read_body(request, BotInput)
        made = create_bot(
            owner=account_of(request),
            name=body["name"],
            description=body["description"],
            accepts=body["accepts"],
            now=timezone.now(),
            reserve=reserve,
        )
        if made.replayed:
            return Response(bot_output(made.bot), headers={"Idempotency-Replayed": "true"})
        return Response(bot_output(made.bot), status=201)


class BotView(ApiView):
    scopes: ClassVar = MANAGE
    operations: ClassVar = {
        "GET": Operation("get_bot", "A bot", answers={200: Bot}, refusals=("not_found",)),
        "PATCH": Operation(
            "change_bot",
            "Change a bot",
            bodies=(BotChanges,),
            examples={"a pause": {"disabled": True}},
            answers={200: Bot},
            refusals=("not_found",),
        ),
        "DELETE": Operation(
            "delete_bot",
            "Delete a bot",
            "Its tokens die at once; an alias stands in its games.",
            answers={204: None},
            refusals=("not_found",),
        ),
    }

    def get(self, request: Request, name: str) -> Response:
        return Response(bot_output(find_bot(name, owner=account_of(request))))

    def patch(self, request: Request, name: str) -> Response:
        changes = read_body(request, BotChanges)
        bot = find_bot(name, owner=account_of(request))
        if "disabled" in changes:
            changes["is_active"] = not changes.pop("disabled")
        return Response(bot_output(change_bot(bot, changes=changes)))

    def delete(self, request: Request, name: str) -> Response:
        read_body(request, Nothing)
        erasure.erase(find_bot(name, owner=account_of(request)), now=timezone.now())
        return Response(status=204)


class BotTokensView(ApiView):
    """A token with which a bot acts; managing a bot is all it takes to give it one."""

    scopes: ClassVar = MANAGE
    operations: ClassVar = {
        "POST": Operation(
            "create_bot_token",
            "Make a token for a bot",
            bodies=(TokenInput,),
            examples={
                "to play": {"label": "server", "scopes": ["games:read", "games:play"]},
            },
            answers={201: NewToken},
            refusals=("not_found", "scope_not_eligible", "not_for_apps"),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request, name: str) -> Response:
        refuse_key(request)
        refuse_app(request)
        body = read_body(request, TokenInput)
        bot = find_bot(name, owner=account_of(request))
        return issue(bot, body, asked_with=token_of(request))
