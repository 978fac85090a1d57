"""A reader of streams in this process, and nothing between it and the application."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from django.db import connections

from tests.canary import answers
from tests.cast import API, Caller
from tests.contract.frames import Frame, frames_of

SOON = 5.0
"""Seconds in which what is expected must have come, on a busy machine too."""


class Reader:
    """Collects the frames of one stream; while it is `stuck`, it takes nothing."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.content = b""
        self.stuck = False
        self._changed = asyncio.Condition()
        self._is_gone = asyncio.Event()
        self._asked = False
        self.is_over = False

    @property
    def frames(self) -> list[Frame]:
        return list(frames_of(self.content)) if self.content else []

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the event frames show."""
        return [frame.shown for frame in self.frames if frame.event == "event"]

    @property
    def bye(self) -> str | None:
        """The reason of the last frame, once it is there."""
        last = self.frames[-1] if self.frames else None
        return str(last.shown["reason"]) if last is not None and last.event == "bye" else None

    def hang_up(self) -> None:
        self._is_gone.set()

    async def until(self, condition: Callable[["Reader"], object], seconds: float = SOON) -> None:
        """Wait until what was read meets a condition."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: condition(self))

    async def loosen(self) -> None:
        self.stuck = False
        async with self._changed:
            self._changed.notify_all()

    async def receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._is_gone.wait()
        return {"type": "http.disconnect"}

    async def take(self, message: Any) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: not self.stuck)
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
            else:
                self.content += message.get("body", b"")
                self.is_over = not message.get("more_body", False)
            self._changed.notify_all()


@asynccontextmanager
async def opened(
    path: str, *, by: Caller | None = None, headers: Sequence[tuple[str, str]] = ()
) -> AsyncIterator[Reader]:
    """Open a stream and read it in the background; hang up at the end."""
    from config.asgi import application

    target, _, query = (API + path).partition("?")
    raw = [(name.lower().encode(), value.encode()) for name, value in headers]
    if by is not None and by.token is not None:
        raw.append((b"authorization", f"Bearer {by.token}".encode()))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": target,
        "raw_path": target.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [*raw, (b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    reader = Reader()
    call = asyncio.create_task(application(scope, reader.receive, reader.take))
    try:
        await reader.until(lambda r: r.content or r.is_over)
        yield reader
    finally:
        reader.hang_up()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait_for(call, SOON)
        await in_thread(lambda: _search(reader, target, query, by))


def _search(reader: Reader, path: str, query: str, by: Caller | None) -> None:
    """Report what the reader may not know; of a stream that was left, what came whole."""
    content, kind = reader.content, reader.headers.get("content-type", "")
    if kind.startswith("text/event-stream"):
        content = content[: content.rfind(b"\n\n") + 2]
    token = by.token if by else None
    sent = f"?{query}".encode()
    answers.search("GET", path, token=token, sent=sent, kind=kind, content=content)


async def in_thread(act: Callable[[], Any]) -> Any:
    """Do something synchronous meanwhile, and leave no connection behind."""

    def closing() -> Any:
        try:
            return act()
        finally:
            connections.close_all()

    return await asyncio.to_thread(closing)
