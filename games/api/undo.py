"""Undo by consent."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, idempotency_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import read_body
from accounts.scopes import Scope
from games.api.answers import asker_of, game_id_of, view_response
from games.api.inputs import UndoInput
from games.api.shapes import GameView
from games.services import undo


class UndoView(ApiView):
    scopes: ClassVar = {"POST": Scope.GAMES_PLAY}
    operations: ClassVar = {
        "POST": Operation(
            "undo_move",
            "Ask for an undo, agree to one, or decline it",
            "Asks to go back to before your last move, or agrees to what another seat asked for; "
            "the game goes back once every person and bot that plays has agreed. With `consent` "
            "false it declines. `undo` in the game view says whether it is possible and why not; "
            "with its `to_version` you agree to that undo and to no other.",
            bodies=(UndoInput,),
            examples={
                "ask, or agree": {},
                "agree to this one": {"to_version": 17},
                "decline": {"consent": False},
            },
            answers={200: GameView},
            refusals=(
                "not_found",
                "not_seated",
                "game_not_running",
                "game_paused",
                "game_over",
                "seat_resigned",
                "undo_impossible",
                "rules_not_installed",
                "busy",
            ),
            key=Key.TAKEN,
        )
    }

    def post(self, request: Request, game_id: str) -> Response:
        body = read_body(request, UndoInput)
        answer = undo.consent_to_undo if body["consent"] else undo.decline_undo
        committed = answer(
            game=game_id_of(game_id),
            asker=asker_of(request),
            to_version=body.get("to_version"),
            key=idempotency_key(request),
        )
        return view_response(request, committed, status=200)
