"""Moves, for which there are more requests than for all else together."""

from typing import Any, ClassVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of, idempotency_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import read_body
from accounts.models import Account
from accounts.scopes import Scope
from games.api import plain_moves
from games.api.answers import game_id_of, move_response
from games.api.inputs import MoveInput
from games.api.shapes import MoveMade
from games.services import play


class MovesView(ApiView):
    """Makes a move that is not plain, and answers the refusal of one that is.

    Nearly all moves pass the framework by (`games.api.plain_moves`): what it does for every request
    takes as long as the rest of a move.
    """

    scopes: ClassVar = {"POST": Scope.GAMES_PLAY}
    operations: ClassVar = {
        "POST": Operation(
            "make_move",
            "Answer the decision you owe, or make a free move",
            "The same move for the same decision once more is answered with 200 and changes "
            "nothing; a free move needs an `Idempotency-Key` for that.",
            bodies=(MoveInput,),
            examples={
                "an answer": {"decision": "0123456789abcdef0123456789abcdef-0-1", "move": "7.2"}
            },
            answers={200: MoveMade, 201: MoveMade},
            refusals=(
                "not_found",
                "not_seated",
                "decision_already_made",
                "decision_expired",
                "decision_closed",
                "not_your_decision",
                "game_over",
                "game_paused",
                "game_not_running",
                "seat_resigned",
                "game_incident",
                "decision_required",
                "decision_not_allowed",
                "illegal_move",
                "malformed_move",
                "rules_not_installed",
                "busy",
            ),
            key=Key.TAKEN,
        )
    }

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        refused = plain_moves.refusal_of(request)
        if refused is None:
            return super().dispatch(request, *args, **kwargs)
        self.args, self.kwargs, self.headers = args, kwargs, self.default_response_headers
        self.request = self.initialize_request(request, *args, **kwargs)
        if (token := refused.token) is not None:
            self.request.user, self.request.auth = token.account, token
        return self.finalize_response(self.request, self.handle_exception(refused.error))

    def post(self, request: Request, game_id: str) -> Response:
        body, account = read_body(request, MoveInput), account_of(request)
        committed = play.play_move(
            game=game_id_of(game_id),
            account=account.id,
            is_bot=account.kind == Account.Kind.BOT,
            move=body["move"],
            decision=body.get("decision"),
            key=idempotency_key(request),
        )
        return move_response(request, committed)
