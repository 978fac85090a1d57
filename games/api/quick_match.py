"""A game with whoever wants the same."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, aim_of
from accounts.api.describing import Key, Operation
from accounts.api.inputs import read_body
from accounts.scopes import Scope
from games.api.answers import asker_of
from games.api.inputs import QuickMatchInput
from games.api.shapes import GameView
from games.selectors.game_view import game_view
from games.services.quick_match import quick_match


class QuickMatchView(ApiView):
    scopes: ClassVar = {"POST": Scope.GAMES_CREATE}
    operations: ClassVar = {
        "POST": Operation(
            "quick_match",
            "Play whoever wants the same",
            "You get a seat in a game that waits for somebody, or in a new one that waits for "
            "others; it starts when every seat is held, with the first seat drawn by lot. Ask "
            "again while it waits, and you get the same game with 200. You are not brought "
            "together with whom you block, who blocks you, your bots or their owner.",
            bodies=(QuickMatchInput,),
            examples={
                "two at Mow, a day a move": {"ruleset": "mow", "seats": 2},
                "four, five minutes a move": {
                    "ruleset": "family-favourites",
                    "seats": 4,
                    "time_control": {"kind": "per_move", "seconds": 300},
                },
            },
            answers={200: GameView, 201: GameView},
            refusals=("bad_seats", "bad_options", "invalid_request", "casual_only", "busy"),
            key=Key.TAKEN,
        )
    }

    def post(self, request: Request) -> Response:
        body = read_body(request, QuickMatchInput)
        asker, aim = asker_of(request), aim_of(request, route="POST /quick-match")
        committed = quick_match(
            asker=asker,
            ruleset=body["ruleset"],
            seats=body["seats"],
            options=body.get("options", {}),
            time_control=body.get("time_control"),
            rated=body["rated"],
            aim=aim,
        )
        view = game_view(committed.game, asker.account)
        if not committed.replayed:
            return Response(view, status=201)
        return Response(view, headers={"Idempotency-Replayed": "true"} if aim else {})
