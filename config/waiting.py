"""Requests that wait for news (`Prefer: wait=N`), streams, and bodies read before a thread is taken."""

import asyncio
import re
import signal
import string
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import quote

from config.answer import Answer, Headers
from config.contract import max_bytes
from config.middleware import AGAIN_KEY, WAITER_HEADER, WAITER_KEY
from config.newsdesk import NewsDesk
from config.streams.keeper import Keeper

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

MAX_WAIT = 60  # seconds
_WAIT = re.compile(rb"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,9})\"?", re.IGNORECASE)


class WaitingApplication:
    """Waits itself and leaves everything else to `calls`."""

    def __init__(self, calls: Application) -> None:
        self._calls = calls
        self._desk = NewsDesk()
        self._keeper = Keeper(self._desk)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        elif scope["type"] != "http":
            raise ValueError(f"Herdbook does not speak {scope['type']}.")
        else:
            await self._http(_in_ascii(scope), receive, send)

    async def _http(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"].startswith("/api/"):
            await self._api(scope, receive, send)
        else:
            await self._calls(scope, _in_python(receive), send)

    async def _api(self, scope: Message, receive: Receive, send: Send) -> None:
        ours = WAITER_HEADER.lower().encode()
        headers: Headers = [pair for pair in scope["headers"] if pair[0].lower() != ours]
        body = await _read_body(receive, max_bytes(scope["path"]))
        headers = [pair for pair in headers if pair[0].lower() not in _FRAMING]
        headers.append((b"content-length", str(len(body)).encode()))
        asks = scope["method"] == "GET"
        seconds = _wanted_wait(headers) if asks else None
        is_stream = asks and scope["path"].endswith("/stream")
        if seconds is None and not is_stream:
            await self._calls({**scope, "headers": headers}, _one_body(body), send)
            return
        asking = {**scope, "headers": [*headers, (ours, WAITER_KEY.encode())]}
        asking_again = {**scope, "headers": [*headers, (ours, AGAIN_KEY.encode())]}
        since = asyncio.get_running_loop().time()
        answer = await self._answer(asking, body)
        if (opened := answer.opening()) is not None:
            await self._keeper.serve(opened, answer, receive, send)
            return
        until = since + (seconds or 0)
        waited = answer.topic() is not None
        # News may turn out to be none for this viewer; then the rest of the time is waited.
        while (topic := answer.topic()) is not None:
            left = until - asyncio.get_running_loop().time()
            if left <= 0 or not await self._wait(topic, left, receive, since=since):
                break
            since = asyncio.get_running_loop().time()
            answer = await self._answer(asking_again, body)
        applied: Headers = [(b"preference-applied", f"wait={seconds}".encode())]
        await answer.send(send, applied if waited else [])

    async def _wait(
        self, topic: tuple[str, str], seconds: float, receive: Receive, *, since: float
    ) -> bool:
        """Wait for news, or until the client goes away."""
        news = asyncio.create_task(self._desk.wait(*topic, seconds, since=since))
        gone = asyncio.create_task(_until_gone(receive))
        await asyncio.wait({news, gone}, return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        if not news.done():
            news.cancel()
            return False
        return news.result()

    async def _answer(self, scope: Message, body: bytes) -> Answer:
        """Make the call in a thread and keep its response."""
        answer = Answer()

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status, answer.headers = message["status"], list(message["headers"])
            else:
                answer.body += message.get("body", b"")

        await self._calls(scope, _one_body(body), keep)
        return answer

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                _when_asked_to_end(self._keeper.close)
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return


def _when_asked_to_end(act: Callable[[], None]) -> None:
    """Do something as soon as the process is asked to end; the server's own doing follows.

    The server tells us of the end only when every connection is closed, and a stream closes none
    before it knows. Its handlers belong to the loop, which hears of a signal by a way of its own,
    so this one stands beside them.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))
        signal.siginterrupt(number, False)


_UNREADABLE = b"\0"
_FRAMING = {b"content-length", b"transfer-encoding"}


def _in_ascii(scope: Message) -> Message:
    """Return the scope with bytes that no address may hold percent-encoded, as WSGI wants it."""
    query = quote(scope["query_string"], safe=string.printable)
    path = scope["path"].encode("utf-8", "replace").decode()
    return {**scope, "query_string": query.encode(), "path": path}


def _wanted_wait(headers: Headers) -> int | None:
    """Return the seconds of `Prefer: wait=N`, at most a minute."""
    for name, value in headers:
        if name.lower() == b"prefer" and (match := _WAIT.search(value)):
            return min(int(match[1]), MAX_WAIT)
    return None


async def _read_body(receive: Receive, most: int) -> bytes:
    """Read a body up to just over what is allowed, so that a slow sender holds no thread.

    Of one that breaks off, or that the server cannot make out, comes no JSON. It is refused as such:
    somebody may still be there to read the answer, and without one the server would call it a
    failure.
    """
    body = b""
    while len(body) <= most:
        message = await receive()
        if message["type"] != "http.request":
            return _UNREADABLE
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return body[: most + 1]


def _one_body(body: bytes) -> Receive:
    parts = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if parts:
            return parts.pop()
        return {"type": "http.disconnect"}

    return receive


def _in_python(receive: Receive) -> Receive:
    """Return `receive` as a coroutine function: a server's own may give any awaitable."""

    async def read() -> Message:
        return await receive()

    return read


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
