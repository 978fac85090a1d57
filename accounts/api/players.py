"""Anybody's public profile."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.api.describing import Operation
from accounts.api.outputs import player_output
from accounts.api.shapes import Player
from accounts.scopes import Scope
from accounts.selectors import find_player


class PlayerView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    operations: ClassVar = {
        "GET": Operation(
            "get_player",
            "The public profile of an account",
            answers={200: Player},
            refusals=("not_found",),
        )
    }

    def get(self, request: Request, name: str) -> Response:
        return Response(player_output(find_player(name)))
