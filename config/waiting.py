"""Requests that wait for news (`Prefer: wait=N`), and bodies read before a thread is taken."""

import asyncio
import logging
import re
import string
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.db import Error, connection

from accounts import waiting as account_waiting
from config.contract import max_bytes
from config.middleware import AGAIN_KEY, TOPIC_HEADER, WAITER_HEADER, WAITER_KEY
from games.selectors import waiting

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

MAX_WAIT = 60  # seconds
_WAIT = re.compile(rb"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,9})\"?", re.IGNORECASE)
_log = logging.getLogger("herdbook.waiting")


@dataclass
class Answer:
    """A response that is held back until it is known whether it is news."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""

    def topic(self) -> tuple[str, str] | None:
        """Return what to wait for and the mark that was seen, if there is nothing new."""
        for name, value in self.headers:
            if name.lower() == TOPIC_HEADER.lower().encode():
                kind, which, mark = value.decode().split(" ", 2)
                return f"{kind} {which}", mark
        return None

    async def send(self, send: Send, extra: Headers) -> None:
        """Send it, without the header that is for us only."""
        hidden = TOPIC_HEADER.lower().encode()
        headers = [pair for pair in self.headers if pair[0].lower() != hidden]
        await send(
            {"type": "http.response.start", "status": self.status, "headers": headers + extra}
        )
        await send({"type": "http.response.body", "body": self.body})


class NewsDesk:
    """Looks for all waiters of this process at once, a few times a second."""

    def __init__(self) -> None:
        self._waiters: dict[str, set[tuple[str, asyncio.Event]]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="news")
        self._task: asyncio.Task[None] | None = None

    async def wait(self, topic: str, mark: str, seconds: float) -> bool:
        """Wait until the mark of `topic` is another than `mark`; return whether it is."""
        waiter = (mark, asyncio.Event())
        self._waiters.setdefault(topic, set()).add(waiter)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())
        try:
            await asyncio.wait_for(waiter[1].wait(), seconds)
        except TimeoutError:
            return False
        finally:
            self._waiters[topic].discard(waiter)
            if not self._waiters[topic]:
                del self._waiters[topic]
        return True

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiters:
            await asyncio.sleep(settings.HERDBOOK_WAIT_TICK)
            topics = list(self._waiters)
            try:
                marks = await loop.run_in_executor(self._thread, _read_marks, topics)
            except Error as error:
                _log.warning("no look at the news: %s", type(error).__name__)
                continue
            for topic in topics:
                for mark, event in self._waiters.get(topic, set()):
                    if marks.get(topic) != mark:
                        event.set()


def _read_marks(topics: list[str]) -> dict[str, str]:
    wanted: dict[str, list[UUID]] = {"game": [], "turns": [], "told": []}
    for topic in topics:
        kind, _, which = topic.partition(" ")
        wanted[kind].append(UUID(which))
    try:
        found = waiting.marks(games=wanted["game"], accounts=wanted["turns"])
        return {**found, **account_waiting.marks(wanted["told"])} if wanted["told"] else found
    except Error:
        connection.close()  # the next look gets a fresh one
        raise


class WaitingApplication:
    """Waits itself and leaves everything else to `calls`."""

    def __init__(self, calls: Application) -> None:
        self._calls = calls
        self._desk = NewsDesk()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
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
        if body is None:
            return  # the client went away while it sent
        headers = [pair for pair in headers if pair[0].lower() not in _FRAMING]
        headers.append((b"content-length", str(len(body)).encode()))
        seconds = _wanted_wait(headers) if scope["method"] == "GET" else None
        if seconds is None:
            await self._calls({**scope, "headers": headers}, _one_body(body), send)
            return
        asking = {**scope, "headers": [*headers, (ours, WAITER_KEY.encode())]}
        asking_again = {**scope, "headers": [*headers, (ours, AGAIN_KEY.encode())]}
        until = asyncio.get_running_loop().time() + seconds
        answer = await self._answer(asking, body)
        waited = answer.topic() is not None
        # News may turn out to be none for this viewer; then the rest of the time is waited.
        while (topic := answer.topic()) is not None:
            left = until - asyncio.get_running_loop().time()
            if left <= 0 or not await self._wait(topic, left, receive):
                break
            answer = await self._answer(asking_again, body)
        applied: Headers = [(b"preference-applied", f"wait={seconds}".encode())]
        await answer.send(send, applied if waited else [])

    async def _wait(self, topic: tuple[str, str], seconds: float, receive: Receive) -> bool:
        """Wait for news, or until the client goes away."""
        news = asyncio.create_task(self._desk.wait(*topic, seconds))
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


async def _read_body(receive: Receive, most: int) -> bytes | None:
    """Read a body up to just over what is allowed, so that a slow sender holds no thread."""
    body = b""
    while len(body) <= most:
        message = await receive()
        if message["type"] != "http.request":
            return None
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


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
