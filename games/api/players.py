"""The games of a player."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.api.describing import Operation
from accounts.api.shapes import Page
from accounts.scopes import Scope
from accounts.selectors import find_player
from games.api.answers import viewer_of
from games.api.games import games_page
from games.api.inputs import PlayerGamesQuery
from games.api.shapes import GameSummary
from games.selectors import lists


class PlayerGamesView(ApiView):
    """What `GET /games?player=` lists; a player there is not is 404 here."""

    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": PlayerGamesQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_player_games",
            "The games of an account",
            answers={200: Page[GameSummary]},
            refusals=("not_found",),
        )
    }

    def get(self, request: Request, name: str) -> Response:
        wanted = {k: value for k, value in self.query.items() if k not in {"limit", "cursor"}}
        listed = lists.GameFilter(player=find_player(name).name, **wanted)
        return games_page(listed, viewer=viewer_of(request), query=self.query)
