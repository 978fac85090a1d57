"""Streams of server-sent events: their frames, and how a view hands one to the process that serves it.

A view only opens a stream. It answers like any other, with the frames to begin with, and says in a
header field that is for our own process what has to be sent from then on. Where no such process
stands in front, its answer is a stream that ends at once, and the client comes again.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar
from uuid import UUID

import msgspec
from django.conf import settings
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.addresses import client_address
from accounts.api.inputs import StrictInput
from accounts.models import Account, Token

T = TypeVar("T")
MEDIA_TYPE = "text/event-stream"
STREAM_HEADER = "Herdbook-Stream"
"""What is to be followed, for our own process; never sent to a client."""


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """A stream that was granted: what is followed, from where, and for whom."""

    topic: str
    """What wake-ups call it: `game <id>`, `told <account>`."""
    cursor: str
    """The place behind the last frame that the client has."""
    seat: int | None = None
    """Of a game: the seat that the client holds, by which it is shown events."""
    rules: tuple[str, int] | None = None
    """Of a game: its ruleset and the version of that, by which its events are read."""
    scopes: tuple[str, ...] = ()
    """Of an account: what the token is for, by which it is shown events."""
    account: UUID | None
    token: str | None
    """The id of the token with which it was opened; it ends when that does."""
    address: str
    marks: Mapping[str, str] = {}
    """What marks of topics said when it was opened, of those in which it is shown changes."""
    length: int
    """Bytes of the answer that are sent; what is behind them is for where nobody goes on."""


class StreamQuery(StrictInput):
    """From where a stream goes on, and for whom; each stream has cursors of its own form."""

    cursor_form: ClassVar[str]
    """The regular expression of its cursors, for the OpenAPI document too."""
    ticket = serializers.RegexField(
        "^[A-Za-z0-9_-]{32}$",
        required=False,
        help_text="Of `POST /stream-tickets`, instead of a token.",
    )


def after_field(form: str) -> serializers.RegexField:
    """Return the parameter that names a cursor of this form."""
    return serializers.RegexField(
        form,
        required=False,
        help_text="The `id` of the last frame you have. Without it the stream begins with what comes "
        "next.",
    )


class Frames(Generic[T]):
    """Names the shape of a stream's frames, as data by event, for the OpenAPI document."""


def sent_cursor(request: Request, after: str | None) -> tuple[str, str | None]:
    """Return the cursor that was sent, and by which name.

    A browser that comes again asks for the same address, and says in `Last-Event-ID` how far it
    had come; so that goes before `after`.
    """
    sent = request.headers.get("Last-Event-ID")
    return ("after", after) if sent is None else ("Last-Event-ID", sent)


def frame(event: str, shown: object, *, cursor: str) -> bytes:
    """Return one frame. JSON has no line breaks of its own, so its text is one line."""
    data = msgspec.json.encode(shown).decode()
    return f"id: {cursor}\nevent: {event}\ndata: {data}\n\n".encode()


def hello(*, server_now: str, cursor: str) -> bytes:
    """Return the frame that begins every stream."""
    shown = {
        "server_now": server_now,
        "cursor": cursor,
        "heartbeat_seconds": settings.HERDBOOK_HEARTBEAT_SECONDS,
    }
    return frame("hello", shown, cursor=cursor)


def heartbeat(*, cursor: str) -> bytes:
    """Return the frame that shows that a stream lives, and that nothing was missed."""
    return frame("heartbeat", {"cursor": cursor}, cursor=cursor)


def bye(reason: str, *, cursor: str) -> bytes:
    """Return the frame that ends every stream that we end."""
    return frame("bye", {"reason": reason, "cursor": cursor}, cursor=cursor)


def open_stream(
    request: Request,
    *,
    topic: str,
    cursor: str,
    frames: bytes,
    end: bytes,
    seat: int | None = None,
    scopes: Sequence[str] = (),
    rules: tuple[str, int] | None = None,
    marks: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Answer with the first frames, up to `cursor`; who serves streams goes on from there.

    `end` is the frame that ends the stream where nobody does.
    """
    opened = Opening(
        topic=topic,
        cursor=cursor,
        seat=seat,
        scopes=tuple(scopes),
        account=request.user.id if isinstance(request.user, Account) else None,
        token=request.auth.id if isinstance(request.auth, Token) else None,
        address=client_address(request),
        rules=rules,
        marks=marks or {},
        length=len(frames),
    )
    return HttpResponse(
        frames + end,
        content_type=MEDIA_TYPE,
        headers={
            STREAM_HEADER: msgspec.json.encode(opened).decode(),
            "X-Accel-Buffering": "no",  # a proxy that collects an answer would never pass it on
        },
    )
