"""Anybody's public profile."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.api.describing import Operation
from accounts.api.outputs import player_output, vacation_output
from accounts.api.shapes import Profile
from accounts.scopes import Scope
from accounts.selectors import find_player
from accounts.services.vacations import unfinished


class PlayerView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    operations: ClassVar = {
        "GET": Operation(
            "get_player",
            "The public profile of an account",
            answers={200: Profile},
            refusals=("not_found",),
        )
    }

    def get(self, request: Request, name: str) -> Response:
        account = find_player(name)
        vacation = vacation_output(unfinished(account.id))
        return Response({**player_output(account), "vacation": vacation})
