"""Games: making, listing and viewing them, their events and replays."""

from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of, nothing_new, refuse_key, reserved_id
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing, read_body, refuse
from accounts.api.shapes import Page
from accounts.errors import TokenMissingError
from accounts.scopes import Scope
from games.api.answers import (
    asker_of,
    etag,
    game_id_of,
    matches,
    viewer_of,
    watched_game,
)
from games.api.inputs import EventsQuery, GameInput, GamesQuery, ReplayQuery
from games.api.replay_shapes import Replay
from games.api.shapes import EventPage, GameSummary, JoinCode, NewGame
from games.api.shapes import GameView as GameShape
from games.engine.game import Status
from games.engine.seats import Seat
from games.selectors import lists, replays
from games.selectors.game_view import event_view, game_view, summary
from games.services import creating, join_codes
from games.services.creating import WantedSeat
from games.services.errors import GameRunningError, RulesNotInstalledError
from games.store import load
from games.store.load import Loaded


class GamesView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ, "POST": Scope.GAMES_CREATE}
    public: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": GamesQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_games",
            "Games, the newest first",
            "Public games, and the private ones in which you have a part. With a status that ends "
            "games, those that ended last come first.",
            answers={200: Page[GameSummary]},
            refusals=("token_missing",),
        ),
        "POST": Operation(
            "create_game",
            "Make a game",
            "It starts by itself when every seat is held. With a `commitment` in the entry of your "
            "own seat it first waits for the entropy behind it.",
            bodies=(GameInput,),
            examples={
                "against a house bot": {
                    "ruleset": "mow",
                    "seats": [{"kind": "me"}, {"kind": "house", "strategy": "normal"}],
                },
                "among friends": {
                    "ruleset": "mow",
                    "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
                    "private": True,
                    "time_control": {"kind": "per_move", "seconds": 3600},
                },
            },
            answers={201: NewGame},
            refusals=("bad_seats", "bad_options", "casual_only", "busy"),
            key=Key.TAKEN,
        ),
    }

    def get(self, request: Request) -> Response:
        viewer = viewer_of(request)
        if "mine" in self.query and viewer is None:
            raise TokenMissingError(
                "`mine` asks for the games of whoever sends a token. Send one, or leave it out."
            )
        wanted = {k: value for k, value in self.query.items() if k not in {"limit", "cursor"}}
        return games_page(lists.GameFilter(**wanted), viewer=viewer, query=self.query)

    def post(self, request: Request) -> Response:
        body = read_body(request, GameInput)
        asker = asker_of(request)
        committed = creating.create_game(
            asker=asker,
            ruleset=body["ruleset"],
            seats=[WantedSeat(**seat) for seat in body["seats"]],
            options=body.get("options", {}),
            time_control=body.get("time_control"),
            rated=body["rated"],
            private=body["private"],
            reserve=reserved_id(request, route="POST /games"),
        )
        view = game_view(committed.game, asker.account)
        if committed.replayed:
            return Response(view, headers={"Idempotency-Replayed": "true"})
        if body["private"] and committed.game.state.status is Status.OPEN:
            view["join_code"] = join_codes.new_code(committed.game.id)
        return Response(view, status=201)


def games_page(wanted: lists.GameFilter, *, viewer: UUID | None, query: dict[str, Any]) -> Response:
    """Answer with a page of games, each without hidden facts."""
    try:
        page = lists.list_games(
            wanted, viewer=viewer, limit=query["limit"], cursor=query.get("cursor")
        )
    except lists.BadCursorError:
        refuse("cursor", "This is no cursor of this list.")
    return Response({"items": [summary(game) for game in page.games], "next": page.next})


class GameView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    operations: ClassVar = {
        "GET": Operation(
            "get_game",
            "A game as you may see it",
            "Anybody may watch a public game; a private one is there only for who has a part.",
            answers={200: GameShape},
            refusals=("not_found",),
            waits=True,
            tagged=True,
        )
    }

    def get(self, request: Request, game_id: str) -> Response:
        loaded, viewer = watched_game(request, game_id), viewer_of(request)
        tag = etag(loaded, viewer)
        if matches(request.headers.get("If-None-Match"), tag):
            return nothing_new(304, _topic(loaded), ETag=tag)
        return Response(game_view(loaded, viewer), headers={"ETag": tag})


class CodeView(ApiView):
    """A new join code instead of one that was lost or told to too many."""

    scopes: ClassVar = {"POST": Scope.GAMES_CREATE}
    operations: ClassVar = {
        "POST": Operation(
            "create_join_code",
            "Make a new join code for your private game",
            "The one before opens nothing any more.",
            answers={201: JoinCode},
            refusals=("not_found", "not_creator", "not_private", "game_started", "game_over"),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request, game_id: str) -> Response:
        refuse_key(request)
        read_body(request, Nothing)
        code = join_codes.renew(game_id_of(game_id), account=account_of(request).id)
        return Response({"join_code": code}, status=201)


class EventsView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": EventsQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_events",
            "The events of a game, as you may see them",
            answers={200: EventPage, 204: None},
            refusals=("not_found",),
            waits=True,
        )
    }

    def get(self, request: Request, game_id: str) -> Response:
        query = self.query
        loaded = watched_game(request, game_id)
        seat = loaded.seat_of(viewer_of(request))
        found = load.events(
            loaded.id,
            after=query["after"],
            until=loaded.state.version,
            limit=query["limit"],
        )
        if not found:
            return nothing_new(204, _topic(loaded))
        last = found[-1].version
        return Response(
            {
                "items": [event_view(recorded, seat) for recorded in found],
                "next": str(last) if last < loaded.state.version else None,
            }
        )


class ReplayView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": ReplayQuery}
    operations: ClassVar = {
        "GET": Operation(
            "get_replay",
            "A game that is over, with all that was hidden",
            "With `seat`, events and moves are those that seat knew of while the game ran, each as it "
            "was shown to it; no order of a shuffle is.",
            answers={200: Replay},
            refusals=("not_found", "game_running", "rules_not_installed"),
        )
    }

    def get(self, request: Request, game_id: str) -> Response:
        seat = self.query.get("seat")
        loaded = watched_game(request, game_id)
        if not loaded.state.status.is_over:
            raise GameRunningError
        if not loaded.state.rules_installed:
            raise RulesNotInstalledError
        if seat is not None and seat >= len(loaded.state.seats):
            refuse("seat", f"There is no seat {seat} in this game.")
        return Response(replays.replay(loaded, seat=None if seat is None else Seat(seat)))


def _topic(loaded: Loaded) -> str:
    return f"game {loaded.id} {loaded.state.version}"
