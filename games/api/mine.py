"""What an account owes, and its games."""

from typing import ClassVar

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import feed
from accounts.api.base import ApiView, account_of, nothing_new
from accounts.api.describing import Operation
from accounts.api.inputs import PageQuery, refuse
from accounts.api.shapes import Page
from accounts.scopes import Scope
from games.api.answers import viewer_of
from games.api.games import games_page
from games.api.inbox_shapes import Turns
from games.api.inputs import MyGamesQuery, NextTurnQuery, TurnsQuery
from games.api.shapes import GameSummary, GameView, Invitation
from games.selectors import lists, turn_lists, waiting
from games.selectors.game_view import game_view, owed_decision, summary
from games.selectors.turn_lists import TurnOrder
from games.store import load


class TurnsView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    queries: ClassVar = {"GET": TurnsQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_turns",
            "Every decision you owe, the most urgent first",
            "`count` is exact, and pages lead to all of them; as many as 500 come at once. What "
            "happens afterwards is in `GET /me/events`, after `events_after`.",
            answers={200: Turns},
        )
    }

    def get(self, request: Request) -> Response:
        account = account_of(request).id
        # Before the list, so that whatever the list does not show yet comes after it.
        end = feed.latest(account)
        try:
            turns = turn_lists.list_turns(
                account,
                order=TurnOrder(self.query["sort"]),
                limit=self.query["limit"],
                cursor=self.query.get("cursor"),
            )
        except lists.BadCursorError:
            refuse("cursor", "This is no cursor of this list.")
        items = [
            {
                "game": str(loaded.id),
                "ruleset": loaded.state.ruleset,
                "version": loaded.state.version,
                "time_control": msgspec.to_builtins(loaded.state.time_control),
                "decision": owed_decision(loaded, seat),
            }
            for loaded, seat in turns.items
        ]
        return Response(
            {
                "count": turns.count,
                "items": items,
                "next": turns.next,
                "events_after": str(end),
            }
        )


class NextTurnView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    queries: ClassVar = {"GET": NextTurnQuery}
    operations: ClassVar = {
        "GET": Operation(
            "get_next_turn",
            "A game in which you owe a decision",
            "With `after`, the id of a decision, the next one behind it, going round.",
            answers={200: GameView, 204: None},
            waits=True,
        )
    }

    def get(self, request: Request) -> Response:
        after = self.query.get("after")
        account = account_of(request).id
        # Looked at before the list, so that what comes in between counts as news.
        mark = waiting.marks(accounts=[account])[f"turns {account}"]
        game = turn_lists.next_turn(account, after=after)
        view = game_view(load.game(game), account) if game is not None else None
        if view is None or view["decision"] is None:
            return nothing_new(204, f"turns {account} {mark}")
        return Response(view)


class InvitationsView(ApiView):
    """Open games that keep a seat for this account."""

    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_invitations",
            "Open games that keep a seat for you",
            answers={200: Page[Invitation]},
        )
    }

    def get(self, request: Request) -> Response:
        account = account_of(request).id
        try:
            page = lists.list_games(
                lists.GameFilter(mine=True, status="open"),
                viewer=account,
                limit=self.query["limit"],
                cursor=self.query.get("cursor"),
            )
        except lists.BadCursorError:
            refuse("cursor", "This is no cursor of this list.")
        items = [
            {**summary(game), "you": {"invited_to": game.invitation_of(account)}}
            for game in page.games
            if game.invitation_of(account) is not None
        ]
        return Response({"items": items, "next": page.next})


class MyGamesView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    queries: ClassVar = {"GET": MyGamesQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_my_games", "Games in which you have a part", answers={200: Page[GameSummary]}
        )
    }

    def get(self, request: Request) -> Response:
        wanted = lists.GameFilter(mine=True, status=self.query.get("status"))
        return games_page(wanted, viewer=viewer_of(request), query=self.query)
