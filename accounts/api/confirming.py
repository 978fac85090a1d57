"""Confirming the mail address of an account."""

from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.addresses import client_address
from accounts.api.base import ApiView, account_of, refuse_app, refuse_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing, StrictInput, StrictText, read_body
from accounts.scopes import Scope
from accounts.selectors import whole_account
from accounts.services import addresses


class ConfirmationInput(StrictInput):
    code = StrictText(max_length=200)


class ConfirmationsView(ApiView):
    """The code of a mail says that somebody reads the mails to an address."""

    operations: ClassVar = {
        "POST": Operation(
            "confirm_email",
            "Confirm a mail address with the code that was sent to it",
            bodies=(ConfirmationInput,),
            examples={"a code": {"code": "…"}},
            answers={204: None},
            refusals=("code_invalid",),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request) -> Response:
        refuse_key(request)
        body = read_body(request, ConfirmationInput)
        addresses.confirm(body["code"], now=timezone.now())
        return Response(status=204)


class ConfirmationView(ApiView):
    """Another mail, if the first was lost."""

    scopes: ClassVar = {"POST": Scope.ACCOUNT_WRITE}
    operations: ClassVar = {
        "POST": Operation(
            "send_email_confirmation",
            "Send the mail again with which your address is confirmed",
            "There are three a day to an address, five a day for an account, and twenty an hour from "
            "one network address.",
            answers={202: None},
            refusals=("nothing_to_confirm", "no_mail", "not_for_apps"),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request) -> Response:
        refuse_key(request)
        refuse_app(request)
        read_body(request, Nothing)
        account = whole_account(account_of(request))
        addresses.order_again(account, asked_from=client_address(request))
        return Response(status=202)
