"""Offering a seat of a running game; it is taken over as any free seat is taken."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, idempotency_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing, read_body
from accounts.scopes import Scope
from games.api.answers import asker_of, game_id_of, view_response
from games.api.inputs import OfferInput
from games.api.shapes import GameView
from games.services import offers
from games.services.seat_errors import UnknownSeatError

_REFUSED = ("not_found", "not_seated", "game_not_running", "game_over", "busy")


class OfferView(ApiView):
    scopes: ClassVar = {"POST": Scope.GAMES_PLAY, "DELETE": Scope.GAMES_PLAY}
    operations: ClassVar = {
        "POST": Operation(
            "offer_seat",
            "Offer a seat to whoever takes it over",
            "Your own seat at any time; another's when it has resigned, its account is no more, or "
            "it has been away for long. To one `account`, or to everybody. Until somebody has "
            "taken it over by `POST /games/{id}/seats`, it stays whose it was.",
            bodies=(OfferInput,),
            examples={"to anybody": {}, "to somebody": {"account": "bob"}},
            answers={200: GameView},
            refusals=(
                *_REFUSED,
                "seat_resigned",
                "rated_game",
                "seat_not_vacated",
                "already_offered",
                "offers_exhausted",
                "invalid_request",
            ),
            key=Key.TAKEN,
        ),
        "DELETE": Operation(
            "withdraw_offer",
            "Take an offer back",
            "Who offered the seat can, and its owner.",
            answers={204: None},
            refusals=(*_REFUSED, "not_offered", "not_your_offer"),
        ),
    }

    def post(self, request: Request, game_id: str, seat: str) -> Response:
        body = read_body(request, OfferInput)
        committed = offers.offer_seat(
            game=game_id_of(game_id),
            seat=_seat_of(seat),
            asker=asker_of(request),
            account=body.get("account"),
            key=idempotency_key(request),
        )
        return view_response(request, committed, status=200)

    def delete(self, request: Request, game_id: str, seat: str) -> Response:
        read_body(request, Nothing)
        offers.withdraw_offer(
            game=game_id_of(game_id), seat=_seat_of(seat), asker=asker_of(request)
        )
        return Response(status=204)


def _seat_of(text: str) -> int:
    """Read the number of a seat; raise `UnknownSeatError` for any other text."""
    if len(text) != 1 or text not in "0123456789":
        raise UnknownSeatError
    return int(text)
