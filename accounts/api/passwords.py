"""Another password: by the one before, or by a mail."""

from typing import Any, ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.accounts import LONGEST_PASSWORD, check_email, check_password
from accounts.api.addresses import client_address
from accounts.api.base import ApiView, account_of, refuse_app, refuse_key, request_id_of, token_of
from accounts.api.describing import Key, Operation
from accounts.api.inputs import StrictFlag, StrictInput, StrictText, read_body
from accounts.api.shapes import ResetAsked
from accounts.scopes import Scope
from accounts.selectors import whole_account
from accounts.services import passwords
from accounts.services.log_in import prove


class PasswordInput(StrictInput):
    # Any text: what is not the password is simply wrong.
    password = StrictText(max_length=LONGEST_PASSWORD)
    new_password = StrictText(max_length=LONGEST_PASSWORD)
    end_tokens = StrictFlag(required=False)


class PasswordView(ApiView):
    """The password of the account that asks."""

    scopes: ClassVar = {"PUT": Scope.ACCOUNT_WRITE}
    operations: ClassVar = {
        "PUT": Operation(
            "change_password",
            "Change your password",
            "Everybody who is logged in as you in a browser has to do so again. With `end_tokens` "
            "all tokens of yours and of your bots die, but the one that asks.",
            bodies=(PasswordInput,),
            examples={
                "after a leak": {
                    "password": "correct horse battery staple",
                    "new_password": "three cows in a row",
                    "end_tokens": True,
                }
            },
            answers={204: None},
            refusals=("wrong_password", "not_for_apps"),
            key=Key.REFUSED,
        )
    }

    def put(self, request: Request) -> Response:
        refuse_key(request)
        refuse_app(request)
        body = read_body(request, PasswordInput)
        account = whole_account(account_of(request))
        check_password(body["new_password"], account, field="new_password")
        proved = prove(account, password=body["password"], address=client_address(request))
        passwords.change(
            proved,
            password=body["new_password"],
            ends_tokens=body.get("end_tokens", False),
            kept=token_of(request),
            now=timezone.now(),
            request_id=request_id_of(request),
        )
        return Response(status=204)


class ResetInput(StrictInput):
    name = StrictText(max_length=32, required=False)
    email = StrictText(max_length=254, required=False, validators=[check_email])

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise ValidationError("Send either `name` or `email`.")
        return attrs


class ResetsView(ApiView):
    """Asking for a mail by which another password is chosen."""

    operations: ClassVar = {
        "POST": Operation(
            "ask_for_password_reset",
            "Ask for a mail with which another password can be chosen",
            "It goes to the confirmed address of the account with this name, or of all accounts "
            "with this address. The answer is the same whether there is one or not.",
            bodies=(ResetInput,),
            examples={"by name": {"name": "alice"}, "by address": {"email": "alice@example.org"}},
            answers={202: ResetAsked},
            refusals=("no_mail",),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request) -> Response:
        refuse_key(request)
        body = read_body(request, ResetInput)
        passwords.ask_for_reset(**body, address=client_address(request))
        return Response({"expires_in": settings.PASSWORD_RESET_TIMEOUT}, status=202)


class NewPasswordInput(StrictInput):
    code = StrictText(max_length=200)
    password = StrictText(max_length=LONGEST_PASSWORD)


class UsedResetView(ApiView):
    """Choosing it."""

    operations: ClassVar = {
        "POST": Operation(
            "reset_password",
            "Choose another password with the code of a mail",
            "A code is good once. With it all tokens of the account and its bots die, those of "
            "apps too, its calendar's address, and everybody who is logged in has to do so again.",
            bodies=(NewPasswordInput,),
            examples={"a code": {"code": "…", "password": "three cows in a row"}},
            answers={204: None},
            refusals=("code_invalid",),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request) -> Response:
        refuse_key(request)
        body = read_body(request, NewPasswordInput)
        check_password(body["password"], passwords.account_of(body["code"]))
        passwords.reset(
            body["code"],
            password=body["password"],
            address=client_address(request),
            now=timezone.now(),
            request_id=request_id_of(request),
        )
        return Response(status=204)
