"""Whose messages this account does not want to read."""

from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of
from accounts.api.describing import Operation
from accounts.api.inputs import Nothing, read_body, refuse
from accounts.scopes import Scope
from accounts.selectors import find_player
from accounts.services import mutes


class MuteView(ApiView):
    scopes: ClassVar = {"PUT": Scope.ACCOUNT_WRITE, "DELETE": Scope.ACCOUNT_WRITE}
    operations: ClassVar = {
        "PUT": Operation(
            "mute_player",
            "Read no messages of an account any more",
            "It plays with you as before, and is not told. Whom you block is muted, too.",
            answers={204: None},
            refusals=("not_found", "invalid_request"),
        ),
        "DELETE": Operation(
            "unmute_player",
            "Read the messages of an account again",
            answers={204: None},
            refusals=("not_found",),
        ),
    }

    def put(self, request: Request, name: str) -> Response:
        read_body(request, Nothing)
        by, muted = account_of(request), find_player(name)
        if by == muted:
            refuse("name", "You cannot mute yourself.")
        mutes.mute(muted=muted, by=by, now=timezone.now())
        return Response(status=204)

    def delete(self, request: Request, name: str) -> Response:
        read_body(request, Nothing)
        mutes.unmute(muted=find_player(name), by=account_of(request))
        return Response(status=204)
