"""Importing a replay file."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, reserved_id
from accounts.api.describing import Key, Operation
from accounts.api.inputs import read_body
from accounts.scopes import Scope
from games.api.answers import asker_of, view_response
from games.api.inputs import ReplayInput
from games.api.shapes import GameView
from games.services import importing

_EXAMPLE = {
    "format": "herdbook-replay/1",
    "ruleset": "mow",
    "rules_version": 1,
    "seats": 2,
    "options": {"limit": 100, "first_seat": 0},
    "shuffles": [{"version": 5, "purpose": "deal", "order": ["7.2", "..."]}],
    "moves": [{"version": 6, "seat": 0, "move": "7.2"}],
    "events": [
        {"version": 2, "type": "SeatTaken", "seat": 0, "data": {"kind": "person"}},
        {"version": 4, "type": "GameStarted", "data": {"first_seat": 0}},
    ],
    "result": {"winners": [1], "losers": [0], "scores": [101, 60], "reason": "completed"},
    "position_hash": "0" * 64,
}


class ImportsView(ApiView):
    scopes: ClassVar = {"POST": Scope.GAMES_CREATE}
    operations: ClassVar = {
        "POST": Operation(
            "import_replay",
            "Play a replay file again, and keep the game",
            "The body is what `GET /games/{id}/replay` answers, without `seat`; it may have 1 MiB. "
            "Shuffles and moves go through the rules once more, and result and position have to "
            "be those of the file. The game is casual and private, is over at once, and nobody "
            "sat at it: it is there for who imported it, counts for nothing and has no rematch.",
            bodies=(ReplayInput,),
            examples={"a game of Mow": _EXAMPLE},
            answers={201: GameView},
            refusals=("bad_replay", "busy"),
            key=Key.TAKEN,
        )
    }

    def post(self, request: Request) -> Response:
        committed = importing.import_game(
            read_body(request, ReplayInput),
            asker=asker_of(request),
            reserve=reserved_id(request, route="POST /imports"),
        )
        return view_response(request, committed, status=201)
