"""Standing orders: what a seat's owner wants played, known to nobody else."""

from typing import Any, ClassVar

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of
from accounts.api.describing import Operation
from accounts.api.inputs import Nothing, read_body
from accounts.scopes import Scope
from accounts.times import time_text
from games.api.answers import game_id_of
from games.api.inputs import PlanInput
from games.api.plan_shapes import Plan
from games.services.plans import keeping
from games.services.plans.keeping import Given

_SEATED = ("not_found", "not_seated")


class PlanView(ApiView):
    scopes: ClassVar = {
        "GET": Scope.GAMES_PLAY,
        "PUT": Scope.GAMES_PLAY,
        "DELETE": Scope.GAMES_PLAY,
    }
    operations: ClassVar = {
        "GET": Operation(
            "get_plan",
            "Your standing orders in a game, and what became of each",
            "Without orders it is the empty plan.",
            answers={200: Plan},
            refusals=_SEATED,
        ),
        "PUT": Operation(
            "put_plan",
            "Say what is to be played for you",
            "Moves are made later, one at a time, when your seat may make them, as if you had. The "
            "grammar and ready-made orders are in `plan` of `GET /rulesets/{slug}`. With the "
            "`decision` or the `version` that you have before you, orders are refused that come "
            "after the game has left it. Nobody else learns of them.",
            bodies=(PlanInput,),
            examples={
                "a light cow, else take": {
                    "orders": [
                        {
                            "move": [
                                {
                                    "where": {"form": "plain", "flies": {"at_most": 2}},
                                    "by": {"lowest": "number"},
                                },
                                "take",
                            ]
                        }
                    ]
                }
            },
            answers={200: Plan},
            refusals=(
                *_SEATED,
                "game_not_running",
                "game_over",
                "seat_resigned",
                "plan_out_of_sync",
                "bad_plan",
                "rules_not_installed",
                "busy",
            ),
        ),
        "DELETE": Operation(
            "delete_plan",
            "Take your standing orders back",
            "Once this is answered, none of them is followed any more.",
            answers={200: Plan},
            refusals=(*_SEATED, "busy"),
        ),
    }

    def get(self, request: Request, game_id: str) -> Response:
        account = account_of(request).id
        return Response(shown(keeping.look_at(game=game_id_of(game_id), account=account)))

    def put(self, request: Request, game_id: str) -> Response:
        body = read_body(request, PlanInput)
        given = keeping.give(
            game=game_id_of(game_id),
            account=account_of(request).id,
            orders=body["orders"],
            decision=body.get("decision"),
            version=body.get("version"),
        )
        return Response(shown(given))

    def delete(self, request: Request, game_id: str) -> Response:
        read_body(request, Nothing)
        account = account_of(request).id
        return Response(shown(keeping.end(game=game_id_of(game_id), account=account)))


def shown(given: Given) -> dict[str, Any]:
    """Return a plan as its owner sees it."""
    row = given.row
    if row is None:
        return {"orders": [], "fates": [], "version": None, "given_at": None, "ended": None}
    return {
        "orders": list(row.orders),
        "fates": [
            {
                "state": keeping.order_state(row, number),
                "played": fate.played,
                "plays": msgspec.to_builtins(fate.plays),
                "void": fate.void,
            }
            for number, fate in enumerate(row.fates)
        ],
        "version": row.since_version,
        "given_at": time_text(row.given_at),
        "ended": row.ended or None,
    }
