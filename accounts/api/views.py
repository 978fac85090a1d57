"""Sandbox accounts."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import services
from accounts.api.base import ApiView, refuse_key
from accounts.api.inputs import StrictInput, StrictText, read_body
from accounts.models import Account
from accounts.times import time_text


class SandboxInput(StrictInput):
    ruleset = StrictText(max_length=32, required=False)


class SandboxView(ApiView):
    """Open a throw-away bot account, without sign-up."""

    def post(self, request: Request) -> Response:
        refuse_key(request)
        read_body(request, SandboxInput)
        account, token = services.open_sandbox(now=timezone.now())
        return Response({"token": token, "account": account_output(account)}, status=201)


def account_output(account: Account) -> dict[str, object]:
    """Return what an account is told about itself."""
    return {
        "name": account.name,
        "kind": account.kind,
        "sandbox": account.sandbox,
        "created_at": time_text(account.created_at),
        "expires_at": time_text(account.expires_at),
    }
