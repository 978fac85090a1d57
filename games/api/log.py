"""What anybody may know of the log as a whole."""

from dataclasses import asdict
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.api.describing import Operation
from accounts.api.inputs import refuse
from accounts.api.shapes import Page
from accounts.scopes import Scope
from games.api.inputs import HeadsQuery
from games.api.replay_shapes import LogHead
from games.selectors import log_heads
from games.selectors.lists import BadCursorError


class HeadsView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": HeadsQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_log_heads",
            "The last hashes of the games that ended on a day",
            "Keep them, and a log that is written anew later no longer fits. A day is listed from a "
            "minute after its end, and its list stays as it is. Private games are listed without "
            "their ids.",
            answers={200: Page[LogHead]},
        )
    }

    def get(self, request: Request) -> Response:
        query = self.query
        try:
            page = log_heads.list_heads(
                query["day"], limit=query["limit"], cursor=query.get("cursor")
            )
        except log_heads.DayNotOverError:
            refuse("day", "This day is not over: its list is there from 00:01 UTC of the next.")
        except BadCursorError:
            refuse("cursor", "This is no cursor of this list.")
        return Response({"items": [asdict(head) for head in page.heads], "next": page.next})
