"""Whom this account keeps from its games."""

from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of
from accounts.api.describing import Operation
from accounts.api.inputs import Nothing, read_body, refuse
from accounts.scopes import Scope
from accounts.selectors import find_player
from accounts.services import blocks


class BlockView(ApiView):
    scopes: ClassVar = {"PUT": Scope.ACCOUNT_WRITE, "DELETE": Scope.ACCOUNT_WRITE}
    operations: ClassVar = {
        "PUT": Operation(
            "block_player",
            "Keep an account from your games",
            answers={204: None},
            refusals=("not_found", "invalid_request"),
        ),
        "DELETE": Operation(
            "unblock_player",
            "Keep an account from your games no longer",
            answers={204: None},
            refusals=("not_found",),
        ),
    }

    def put(self, request: Request, name: str) -> Response:
        read_body(request, Nothing)
        blocker, blocked = account_of(request), find_player(name)
        if blocked == blocker:
            refuse("name", "You cannot block yourself.")
        blocks.block(blocker=blocker, blocked=blocked, now=timezone.now())
        return Response(status=204)

    def delete(self, request: Request, name: str) -> Response:
        read_body(request, Nothing)
        blocks.unblock(blocker=account_of(request), blocked=find_player(name))
        return Response(status=204)
