"""A game as a stream: opened here, served by the process that keeps streams."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.api import streaming
from accounts.api.authentication import BearerAuthentication
from accounts.api.base import ApiView
from accounts.api.describing import Operation
from accounts.api.inputs import refuse
from accounts.api.tickets import TicketAuthentication
from accounts.scopes import Scope
from accounts.times import time_text
from games.api.answers import viewer_of, watched_game
from games.api.inputs import StreamQuery
from games.api.shapes import GameFrame
from games.engine.seats import Seat
from games.selectors.following import Step, step_until
from games.selectors.game_view import event_view, game_view
from games.store.load import Loaded


class GameStreamView(ApiView):
    authentication_classes = [TicketAuthentication, BearerAuthentication]
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": StreamQuery}
    operations: ClassVar = {
        "GET": Operation(
            "stream_game",
            "A game as a stream of server-sent events",
            "First `hello` and `snapshot`, then an `event` for each event without a hole, a "
            "`heartbeat` where nothing happens, and a `bye` with its reason before the server ends "
            "it. The `id` of a frame is the cursor to go on from, by `Last-Event-ID` or `after`.",
            answers={200: streaming.Frames[GameFrame]},
            refusals=("not_found", "ticket_invalid", "too_many_streams"),
        )
    }

    def get(self, request: Request, game_id: str) -> HttpResponse:
        loaded, viewer = watched_game(request, game_id), viewer_of(request)
        cursor = _cursor(request, self.query, loaded)
        seat = loaded.seat_of(viewer)
        step = step_until(loaded, cursor)
        last = step.events[-1].version if step.events else cursor
        return streaming.open_stream(
            request,
            topic=f"game {loaded.id}",
            cursor=last,
            seat=seat,
            frames=streaming.hello(server_now=time_text(loaded.now), cursor=cursor)
            + streaming.frame("snapshot", game_view(loaded, viewer), cursor=cursor)
            + event_frames(step, seat),
            end=streaming.bye("game_finished" if step.is_last else "max_age", cursor=last),
        )


def event_frames(step: Step, seat: Seat | None) -> bytes:
    """Return a frame for each event, as this seat or a spectator may see it."""
    return b"".join(
        streaming.frame("event", event_view(recorded, seat), cursor=recorded.version)
        for recorded in step.events
    )


def _cursor(request: Request, query: dict[str, Any], loaded: Loaded) -> int:
    """Return where to begin; what a browser sends when it comes again is the later of the two."""
    sent = streaming.last_event_id(request)
    name, cursor = ("after", query.get("after")) if sent is None else ("Last-Event-ID", sent)
    if cursor is None:
        return loaded.state.version
    if cursor > loaded.state.version:
        refuse(name, f"The game is at version {loaded.state.version} only.")
    return int(cursor)
