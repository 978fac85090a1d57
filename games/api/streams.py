"""A game as a stream: opened here, served by the process that keeps streams."""

import re
from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.request import Request

from accounts import feed
from accounts.api import streaming
from accounts.api.authentication import BearerAuthentication
from accounts.api.base import ApiView, account_of, token_of
from accounts.api.describing import Operation
from accounts.api.inputs import refuse
from accounts.api.tickets import TicketAuthentication
from accounts.scopes import Scope
from accounts.times import time_text
from games.api.answers import viewer_of, watched_game
from games.api.frame_shapes import AccountFrame, GameFrame
from games.api.inputs import StreamQuery
from games.engine.seats import Seat
from games.selectors import turn_lists
from games.selectors.following import AT_ONCE, Step, step_until
from games.selectors.game_view import event_view, game_view
from games.store.load import Loaded

_VERSION = re.compile("[0-9]{1,9}")


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
        after = _version(request, self.query, loaded)
        seat = loaded.seat_of(viewer)
        step = step_until(loaded, after)
        cursor, last = str(after), str(step.last)
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
        streaming.frame("event", event_view(recorded, seat), cursor=str(recorded.version))
        for recorded in step.events
    )


def _version(request: Request, query: dict[str, Any], loaded: Loaded) -> int:
    """Return the version behind which the stream begins: without a cursor, the present one."""
    present = loaded.state.version
    name, sent = streaming.sent_cursor(request, query.get("after"))
    if sent is None:
        return present
    if not _VERSION.fullmatch(sent):
        refuse(name, "This must be a version of the game.")
    if int(sent) > present:
        refuse(name, f"The game is at version {present} only.")
    return int(sent)


class MyStreamView(ApiView):
    authentication_classes = [TicketAuthentication, BearerAuthentication]
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    queries: ClassVar = {"GET": StreamQuery}
    operations: ClassVar = {
        "GET": Operation(
            "stream_account_events",
            "What you are told, as a stream of server-sent events",
            "The feed of `GET /me/events`: the same events with the same ids, which are the cursors to "
            "go on from. Without one the stream begins with what comes next.",
            answers={200: streaming.Frames[AccountFrame]},
            refusals=("ticket_invalid", "cursor_expired", "too_many_streams"),
        )
    }

    def get(self, request: Request) -> HttpResponse:
        account, scopes = account_of(request).id, token_of(request).scopes
        name, sent = streaming.sent_cursor(request, self.query.get("after"))
        present = feed.latest(account)
        try:
            after = present if sent is None else feed.read_place(sent)
        except feed.BadPlaceError:
            refuse(name, "This is no place in a feed.")
        part = feed.read(account, after=after, limit=AT_ONCE, scopes=scopes)
        cursor, last = str(after), str(part.cursor)
        owed = turn_lists.count_turns(account)
        return streaming.open_stream(
            request,
            topic=f"told {account}",
            cursor=last,
            scopes=scopes,
            frames=streaming.hello(server_now=time_text(present.at), cursor=cursor)
            + streaming.frame("snapshot", {"turns": owed}, cursor=cursor)
            + told_frames(part),
            end=streaming.bye("max_age", cursor=last),
        )


def told_frames(part: feed.Part) -> bytes:
    """Return a frame for each event of the account feed."""
    return b"".join(
        streaming.frame("event", feed.event_view(event), cursor=str(feed.place_behind(event)))
        for event in part.items
    )
