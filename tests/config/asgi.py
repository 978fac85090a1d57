"""A client of the ASGI application in this process, and nothing between the two."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from tests.cast import API, Caller


@dataclass
class Reply:
    """What the application sent."""

    status_code: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    content: bytes = b""
    started: float = 0.0
    ended: float = 0.0

    @property
    def seconds(self) -> float:
        return self.ended - self.started

    def json(self) -> Any:
        return json.loads(self.content)

    def __getitem__(self, name: str) -> str:
        (value,) = (value for key, value in self.headers if key == name.lower())
        return value

    def __contains__(self, name: str) -> bool:
        return any(key == name.lower() for key, _ in self.headers)


async def send(
    path: str,
    *,
    method: str = "GET",
    by: Caller | None = None,
    headers: Sequence[tuple[str, str]] = (),
    chunks: Sequence[bytes] = (b"",),
    gone: asyncio.Event | None = None,
    query: bytes | None = None,
    base: str = API,
) -> Reply:
    """Send a request, its body in `chunks` and without a length; `gone`: the client hangs up."""
    from config.asgi import application

    loop = asyncio.get_running_loop()
    target, _, asked = (base + path).partition("?")
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    if by is not None and by.token is not None:
        raw.append((b"authorization", f"Bearer {by.token}".encode()))
    if any(chunks) and not any(name == b"content-type" for name, _ in raw):
        raw.append((b"content-type", b"application/json"))
    raw.append((b"host", b"localhost"))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(target, errors="surrogateescape"),
        "raw_path": target.encode(),
        "query_string": asked.encode() if query is None else query,
        "root_path": "",
        "headers": raw,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    reply = Reply(started=loop.time())
    unsent = list(chunks)

    async def receive() -> dict[str, Any]:
        if unsent:
            body = unsent.pop(0)
            return {"type": "http.request", "body": body, "more_body": bool(unsent)}
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def take(message: Any) -> None:
        if message["type"] == "http.response.start":
            reply.status_code = message["status"]
            reply.headers = [(k.decode(), v.decode("latin-1")) for k, v in message["headers"]]
        else:
            reply.content += message.get("body", b"")

    await application(scope, receive, take)
    reply.ended = loop.time()
    return reply


def together(*calls: Callable[[], Awaitable[Any]]) -> list[Any]:
    """Run calls at the same time in a loop of their own, and return their results."""

    async def run() -> list[Any]:
        return list(await asyncio.wait_for(asyncio.gather(*(call() for call in calls)), 60))

    return asyncio.run(run())


def one(path: str, **sent: Any) -> Reply:
    """Send one request in a loop of its own."""

    async def call() -> Reply:
        return await send(path, **sent)

    reply: Reply = together(call)[0]
    return reply
