"""What all commands of a seat's owner have in common that are answered with the game."""

from collections.abc import Callable
from http import HTTPStatus
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, idempotency_key
from accounts.api.inputs import Nothing, StrictInput, read_body
from accounts.scopes import Scope
from games.api.answers import asker_of, game_id_of, view_response
from games.services.execute import Committed

PLAY: dict[str, Scope] = {"POST": Scope.GAMES_PLAY, "DELETE": Scope.GAMES_PLAY}
IN_PLAY = (
    "not_found",
    "not_seated",
    "game_not_running",
    "game_paused",
    "game_over",
    "seat_resigned",
    "rules_not_installed",
    "busy",
)
"""The refusals of a command that only a seat has which plays, in a game that is not paused."""


class SeatCommandView(ApiView):
    """A command that takes what its body says, by the same names."""

    scopes: ClassVar = PLAY
    body: ClassVar[type[StrictInput]] = Nothing
    command: Callable[..., Committed] | None = None
    status: ClassVar[HTTPStatus] = HTTPStatus.OK

    def post(self, request: Request, game_id: str) -> Response:
        said = read_body(request, self.body)
        assert self.command is not None
        committed = self.command(
            game=game_id_of(game_id),
            asker=asker_of(request),
            key=idempotency_key(request),
            **said,
        )
        return view_response(request, committed, status=self.status)
