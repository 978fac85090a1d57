"""Letting a game rest, and go on."""

from typing import ClassVar

from accounts.api.describing import Key, Operation
from accounts.api.inputs import StrictInput, StrictMoment
from games.api.seat_commands import IN_PLAY, SeatCommandView
from games.api.shapes import GameView
from games.services import pauses


class PauseInput(StrictInput):
    resume_at = StrictMoment(required=False)


class PauseView(SeatCommandView):
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
            refusals=(*IN_PLAY, "pause_budget_exhausted"),
            key=Key.TAKEN,
        )
    }
    body = PauseInput
    command = staticmethod(pauses.pause_game)


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
