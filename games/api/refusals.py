"""The moves by which a bot has lost a decision, for its owner."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of, refuse_app
from accounts.api.describing import Operation
from accounts.api.inputs import PageQuery, refuse
from accounts.api.outputs import Output
from accounts.api.shapes import Page
from accounts.errors import UnknownPlayerError
from accounts.scopes import Scope
from accounts.selectors import find_bot
from accounts.times import time_text
from games.api.inbox_shapes import RefusedMove
from games.models import RefusedMove as RefusedMoveRow
from games.selectors import refused_moves


class RefusalsView(ApiView):
    scopes: ClassVar = {"GET": Scope.BOTS_MANAGE}
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation(
            "get_refusals",
            "The moves that were refused to a bot of yours",
            "For the decision with this id, in their order, five at most; `bot.moves_refused` names "
            "it. They may name cards of the bot's hand, so apps are not shown them.",
            answers={200: Page[RefusedMove]},
            refusals=("not_found", "not_for_apps"),
        )
    }

    def get(self, request: Request, name: str, decision: str) -> Response:
        refuse_app(request)
        if "cursor" in self.query:
            refuse("cursor", "This list has one page only.")
        bot = find_bot(name, owner=account_of(request))
        found = refused_moves.of_decision(bot.id, decision)
        if not found:
            raise UnknownPlayerError("Nothing is kept that was refused for such a decision.")
        return Response({"items": [refused_output(one) for one in found], "next": None})


def refused_output(one: RefusedMoveRow) -> Output:
    """Return a move that was refused, as its bot had sent it."""
    return {"move": one.move, "code": one.code, "at": time_text(one.at)}
