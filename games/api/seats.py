"""What a seat's owner does: sitting down, moving, leaving, returning, resigning, aborting."""

from http import HTTPStatus
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, idempotency_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing, read_body
from accounts.scopes import Scope
from games.api.answers import asker_of, game_id_of, view_response
from games.api.inputs import InvitationInput, JoinInput
from games.api.seat_commands import PLAY, SeatCommandView
from games.api.shapes import GameView
from games.services import invitations, lobby, rematch


class SeatsView(SeatCommandView):
    operations: ClassVar = {
        "POST": Operation(
            "take_seat",
            "Sit down",
            "The last one to do so starts the game. A private game asks for its `code`. With a "
            "`commitment` your seat adds entropy to the shuffles, and the game waits for it. In a "
            "game that is played you take over a seat that is on offer.",
            bodies=(JoinInput,),
            examples={"any seat": {}, "a seat of a private game": {"seat": 1, "code": "..."}},
            answers={201: GameView},
            refusals=(
                "not_found",
                "already_seated",
                "cards_seen",
                "game_started",
                "game_paused",
                "game_over",
                "blocked",
                "casual_only",
                "game_full",
                "not_invited",
                "seat_taken",
                "commitments_closed",
                "rules_not_installed",
                "busy",
            ),
            key=Key.TAKEN,
        )
    }
    body = JoinInput
    command = staticmethod(lobby.take_seat)
    status = HTTPStatus.CREATED


class InvitationView(SeatCommandView):
    operations: ClassVar = {
        "POST": Operation(
            "answer_invitation",
            "Accept or decline an invitation",
            bodies=(InvitationInput,),
            examples={"with pleasure": {"accept": True}},
            answers={200: GameView},
            refusals=(
                "not_found",
                "not_invited",
                "invitation_closed",
                "casual_only",
                "blocked",
                "commitments_closed",
                "rules_not_installed",
                "busy",
            ),
            key=Key.TAKEN,
        )
    }
    body = InvitationInput
    command = staticmethod(invitations.answer)


class RematchView(ApiView):
    scopes: ClassVar = {"POST": Scope.GAMES_CREATE}
    operations: ClassVar = {
        "POST": Operation(
            "ask_rematch",
            "Play the same people again",
            "A game has one rematch, whoever asks first; who asks later gets the same with 200.",
            answers={200: GameView, 201: GameView},
            refusals=(
                "not_found",
                "not_seated",
                "game_not_running",
                "game_running",
                "not_invited",
                "blocked",
                "invitation_closed",
                "rules_not_installed",
                "bad_options",
                "busy",
            ),
            key=Key.TAKEN,
        )
    }

    def post(self, request: Request, game_id: str) -> Response:
        read_body(request, Nothing)
        idempotency_key(request)  # naturally repeatable: there is one rematch
        committed = rematch.ask_rematch(game=game_id_of(game_id), asker=asker_of(request))
        # Whoever only sits down in it commits less than its whole log.
        is_new = len(committed.events) == committed.game.state.version
        return view_response(request, committed, status=201 if is_new else 200)


class OwnSeatView(ApiView):
    scopes: ClassVar = PLAY
    operations: ClassVar = {
        "DELETE": Operation(
            "leave_seat",
            "Stand up before the start",
            answers={204: None},
            refusals=("not_found", "not_seated", "game_started", "game_over", "busy"),
        )
    }

    def delete(self, request: Request, game_id: str) -> Response:
        read_body(request, Nothing)
        lobby.leave_seat(game=game_id_of(game_id), asker=asker_of(request))
        return Response(status=204)


_SEATED = (
    "not_found",
    "not_seated",
    "game_not_running",
    "game_over",
    "seat_resigned",
    "rules_not_installed",
    "game_incident",
    "busy",
)


class ReturnView(SeatCommandView):
    operations: ClassVar = {
        "POST": Operation(
            "return_to_seat",
            "Take back the seat that a house bot plays for you",
            answers={200: GameView},
            refusals=(*_SEATED, "not_away", "decision_expired"),
            key=Key.TAKEN,
        )
    }
    command = staticmethod(lobby.return_to_seat)


class ResignView(SeatCommandView):
    operations: ClassVar = {
        "POST": Operation(
            "resign",
            "Give up for good",
            answers={200: GameView},
            refusals=_SEATED,
            key=Key.TAKEN,
        )
    }
    command = staticmethod(lobby.resign)


class AbortView(SeatCommandView):
    operations: ClassVar = {
        "POST": Operation(
            "abort_game",
            "Break the game off",
            "Before the start its creator does so. In play it records your consent, and ends the "
            "game when every person and bot has given theirs.",
            answers={200: GameView},
            refusals=(*_SEATED, "not_creator"),
            key=Key.TAKEN,
        )
    }
    command = staticmethod(lobby.abort_game)
