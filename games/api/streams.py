"""A game as a stream: opened here, served by the process that keeps streams."""

import re
from collections.abc import Collection
from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.request import Request

from accounts import feed
from accounts.api import streaming
from accounts.api.base import account_of, token_of
from accounts.api.describing import Operation
from accounts.api.inputs import refuse
from accounts.api.tickets import StreamView
from accounts.scopes import Scope
from accounts.times import time_text
from games.api.answers import viewer_of, watched_game
from games.api.frame_shapes import AccountFrame, GameFrame
from games.api.inputs import GameStreamQuery, MyStreamQuery
from games.engine.seats import Seat
from games.selectors import waiting
from games.selectors.following import Step, step_until
from games.selectors.game_view import event_view, game_view
from games.store.load import Loaded
from games.store.tail import AT_ONCE

_VERSION = re.compile("[0-9]{1,9}")


class GameStreamView(StreamView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": GameStreamQuery}
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
            rules=(loaded.state.ruleset, loaded.state.rules_version),
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


class MyStreamView(StreamView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    queries: ClassVar = {"GET": MyStreamQuery}
    operations: ClassVar = {
        "GET": Operation(
            "stream_account_events",
            "What you are told, as a stream of server-sent events",
            "The feed of `GET /me/events`: the same events with the same ids, which are the cursors to "
            "go on from. Without one the stream begins with what comes next. A frame `turns` says "
            "at once how many decisions you owe when that has changed; its event comes a moment later.",
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
        marks = waiting.marks(accounts=[account])
        owed = waiting.turns_in(marks[f"turns {account}"])
        return streaming.open_stream(
            request,
            topic=f"told {account}",
            cursor=last,
            scopes=scopes,
            marks=marks,
            frames=streaming.hello(server_now=time_text(present.at), cursor=cursor)
            + turns_frame("snapshot", owed, cursor=cursor)
            + told_frames(part, scopes),
            end=streaming.bye("max_age", cursor=last),
        )


def turns_frame(event: str, owed: int, *, cursor: str) -> bytes:
    """Return a frame that says how many decisions an account owes."""
    return streaming.frame(event, {"turns": owed}, cursor=cursor)


def told_frames(part: feed.Part, scopes: Collection[str]) -> bytes:
    """Return a frame for each event of the account feed, which names the one before it (S40)."""
    if not part.items:
        return b""
    previous, frames = feed.previous_to(part.items[0], scopes), []
    for event in part.items:
        shown = feed.event_view(event)
        frames.append(streaming.frame("event", {**shown, "previous": previous}, cursor=shown["id"]))
        previous = shown["id"]
    return b"".join(frames)
