"""What a seat's owner does: sitting down, moving, leaving, returning, resigning, aborting."""

from collections.abc import Callable
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, idempotency_key
from accounts.api.inputs import Nothing, read_body
from accounts.scopes import Scope
from games.api.answers import asker_of, game_id_of, move_response, view_response, viewer_of
from games.api.inputs import InvitationInput, JoinInput, MoveInput
from games.selectors.game_view import game_view
from games.services import invitations, lobby, play, rematch
from games.services.execute import Committed

PLAY: dict[str, Scope] = {"POST": Scope.GAMES_PLAY, "DELETE": Scope.GAMES_PLAY}


class SeatsView(ApiView):
    scopes: ClassVar = PLAY

    def post(self, request: Request, game_id: str) -> Response:
        body = read_body(request, JoinInput)
        committed = lobby.take_seat(
            game=game_id_of(game_id),
            asker=asker_of(request),
            seat=body.get("seat"),
            code=body.get("code"),
            key=idempotency_key(request),
        )
        return view_response(request, committed, status=201)


class InvitationView(ApiView):
    scopes: ClassVar = PLAY

    def post(self, request: Request, game_id: str) -> Response:
        committed = invitations.answer(
            game=game_id_of(game_id),
            asker=asker_of(request),
            accept=read_body(request, InvitationInput)["accept"],
            key=idempotency_key(request),
        )
        return view_response(request, committed, status=200)


class RematchView(ApiView):
    scopes: ClassVar = {"POST": Scope.GAMES_CREATE}

    def post(self, request: Request, game_id: str) -> Response:
        read_body(request, Nothing)
        idempotency_key(request)  # naturally repeatable: there is one rematch
        committed = rematch.ask_rematch(game=game_id_of(game_id), asker=asker_of(request))
        view = game_view(committed.game, viewer_of(request))
        return Response(view, status=200 if committed.replayed else 201)


class OwnSeatView(ApiView):
    scopes: ClassVar = PLAY

    def delete(self, request: Request, game_id: str) -> Response:
        read_body(request, Nothing)
        lobby.leave_seat(game=game_id_of(game_id), asker=asker_of(request))
        return Response(status=204)


class MovesView(ApiView):
    scopes: ClassVar = PLAY

    def post(self, request: Request, game_id: str) -> Response:
        body = read_body(request, MoveInput)
        asker = asker_of(request)
        committed = play.play_move(
            game=game_id_of(game_id),
            account=asker.account,
            is_bot=asker.is_bot,
            move=body["move"],
            decision=body.get("decision"),
            key=idempotency_key(request),
        )
        return move_response(request, committed)


class SeatCommandView(ApiView):
    """A command that has nothing to say but its name."""

    scopes: ClassVar = PLAY
    command: Callable[..., Committed] | None = None

    def post(self, request: Request, game_id: str) -> Response:
        read_body(request, Nothing)
        assert self.command is not None
        committed = self.command(
            game=game_id_of(game_id), asker=asker_of(request), key=idempotency_key(request)
        )
        return view_response(request, committed, status=200)


class ReturnView(SeatCommandView):
    command = staticmethod(lobby.return_to_seat)


class ResignView(SeatCommandView):
    command = staticmethod(lobby.resign)


class AbortView(SeatCommandView):
    command = staticmethod(lobby.abort_game)
