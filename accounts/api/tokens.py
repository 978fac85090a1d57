"""Tokens: making, listing and revoking them."""

from datetime import timedelta
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.accounts import LONGEST_PASSWORD
from accounts.api.addresses import client_address
from accounts.api.base import ApiView, account_of, refuse_app, refuse_key, token_of
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing, PageQuery, StrictInput, StrictText, StrictWhole, read_body
from accounts.api.outputs import page_response, secret_response, token_output
from accounts.api.shapes import NewToken, Page
from accounts.api.shapes import Token as TokenShape
from accounts.models import Account, Token
from accounts.scopes import Scope
from accounts.selectors import tokens_of, whole_token
from accounts.services import issuing
from accounts.services.log_in import log_in

LONGEST_LIFE = timedelta(days=3650)


def check_scope(name: str) -> None:
    """Raise `ValidationError` for a scope there is not, saying which (A56)."""
    if name not in list(Scope):
        known = ", ".join(Scope)
        raise ValidationError(f"There is no scope {name!r}; there are: {known}.")


class TokenInput(StrictInput):
    label = StrictText(max_length=64)  # type: ignore[assignment]  # a name that fields have too
    scopes = serializers.ListField(
        child=StrictText(max_length=64, validators=[check_scope]), min_length=1, max_length=32
    )
    expires_in = StrictWhole(
        required=False, min_value=1, max_value=int(LONGEST_LIFE.total_seconds())
    )


class LogInInput(TokenInput):
    # Any text: what nobody has as a name or a password is simply wrong.
    name = StrictText(max_length=32)
    password = StrictText(max_length=LONGEST_PASSWORD)


class TokensView(ApiView):
    """One's own tokens and those of one's bots; a new one, also by name and password."""

    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ, "POST": Scope.ACCOUNT_WRITE}
    public: ClassVar = frozenset({"POST"})
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_tokens",
            "Your tokens, and those of your bots",
            answers={200: Page[TokenShape]},
        ),
        "POST": Operation(
            "create_token",
            "Make a token",
            "With a token, the new one can do no more than that; without, send name and password.",
            bodies=(TokenInput, LogInInput),
            examples={
                "with a token": {"label": "phone", "scopes": ["games:read"], "expires_in": 3600},
                "with a password": {
                    "label": "laptop",
                    "scopes": ["games:read", "games:play"],
                    "name": "alice",
                    "password": "correct horse battery staple",
                },
            },
            answers={201: NewToken},
            refusals=("bad_credentials", "scope_not_eligible", "not_for_apps"),
            key=Key.REFUSED,
        ),
    }

    def get(self, request: Request) -> Response:
        return page_response(tokens_of(account_of(request)), self.query, show=token_output)

    def post(self, request: Request) -> Response:
        refuse_key(request)
        refuse_app(request)
        if isinstance(request.auth, Token):
            body = read_body(request, TokenInput)
            return issue(account_of(request), body, asked_with=request.auth)
        body = read_body(request, LogInInput)
        account = log_in(
            name=body["name"], password=body["password"], address=client_address(request)
        )
        return issue(account, body)


def issue(account: Account, body: dict[str, Any], *, asked_with: Token | None = None) -> Response:
    """Make a token as a `TokenInput` asks for it."""
    seconds = body.get("expires_in")
    return secret_response(
        issuing.grant_token(
            account,
            label=body["label"],
            scopes=body["scopes"],
            now=timezone.now(),
            expires_in=None if seconds is None else timedelta(seconds=seconds),
            asked_with=asked_with,
        )
    )


class OwnTokenView(ApiView):
    """The token that asks."""

    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ}
    operations: ClassVar = {
        "GET": Operation("get_token", "The token that you use", answers={200: TokenShape})
    }

    def get(self, request: Request) -> Response:
        return Response(token_output(whole_token(token_of(request))))


class TokenView(ApiView):
    """Revoking a token; one that is revoked, another's or none at all is simply gone (A59)."""

    scopes: ClassVar = {"DELETE": Scope.ACCOUNT_WRITE}
    while_suspended: ClassVar = frozenset({"DELETE"})
    operations: ClassVar = {
        "DELETE": Operation(
            "revoke_token",
            "Take a token back",
            "One that is none of yours, or is revoked already, is simply gone.",
            answers={204: None},
        )
    }

    def delete(self, request: Request, token_id: str) -> Response:
        read_body(request, Nothing)
        issuing.revoke_token(token_id, by=account_of(request), now=timezone.now())
        return Response(status=204)
