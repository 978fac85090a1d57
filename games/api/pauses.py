"""Letting a game rest, and go on."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, idempotency_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import StrictInput, StrictMoment, read_body
from games.api.answers import asker_of, game_id_of, view_response
from games.api.seats import PLAY, SeatCommandView
from games.api.shapes import GameView
from games.services import pauses


class PauseInput(StrictInput):
    resume_at = StrictMoment(required=False)


class PauseView(ApiView):
    scopes: ClassVar = PLAY
    operations: ClassVar = {
        "POST": Operation(
            "pause_game",
            "Let a game rest",
            "Out of the pause budget of its time control. Nobody can move and no clock runs until "
            "you resume it, or until `resume_at`: by default in a day, or when your budget is used "
            "up. A pause costs what it lasts, and five minutes at least.",
            bodies=(PauseInput,),
            examples={"for a day": {}, "until then": {"resume_at": "2026-12-24T18:00:00Z"}},
            answers={200: GameView},
            refusals=(
                "not_found",
                "not_seated",
                "game_not_running",
                "game_paused",
                "game_over",
                "seat_resigned",
                "pause_budget_exhausted",
                "rules_not_installed",
                "busy",
            ),
            key=Key.TAKEN,
        )
    }

    def post(self, request: Request, game_id: str) -> Response:
        body = read_body(request, PauseInput)
        committed = pauses.pause_game(
            game=game_id_of(game_id),
            asker=asker_of(request),
            resume_at=body.get("resume_at"),
            key=idempotency_key(request),
        )
        return view_response(request, committed, status=200)


class ResumeView(SeatCommandView):
    operations: ClassVar = {
        "POST": Operation(
            "resume_game",
            "Let a game go on that you paused",
            "Every decision has as much time left as it had. Nobody else can end your pause.",
            answers={200: GameView},
            refusals=(
                "not_found",
                "not_seated",
                "game_not_running",
                "game_over",
                "not_paused",
                "not_your_pause",
                "rules_not_installed",
                "busy",
            ),
            key=Key.TAKEN,
        )
    }
    command = staticmethod(pauses.resume_game)
