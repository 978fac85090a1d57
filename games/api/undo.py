"""Undo by consent."""

from typing import Any, ClassVar

from accounts.api.describing import Key, Operation
from games.api.inputs import UndoInput
from games.api.seat_commands import IN_PLAY, SeatCommandView
from games.api.shapes import GameView
from games.services import undo
from games.services.execute import Committed


def _answer(*, consent: bool, **asked: Any) -> Committed:
    answer = undo.consent_to_undo if consent else undo.decline_undo
    return answer(**asked)


class UndoView(SeatCommandView):
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
            refusals=(*IN_PLAY, "undo_impossible"),
            key=Key.TAKEN,
        )
    }
    body = UndoInput
    command = staticmethod(_answer)
