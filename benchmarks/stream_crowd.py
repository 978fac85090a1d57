"""A process that keeps many streams open and reads nothing more of them than it has to.

Started by `bench_streams`: standard input names the games, standard output says when all are open,
and it ends when standard input does. An address has some 28,000 ports, so it uses several.
"""

import asyncio
import json
import resource
import sys
from urllib.parse import urlsplit

AT_ONCE = 64
"""Streams that are being opened at the same time."""
PER_ADDRESS = 5_000


class Drain(asyncio.Protocol):
    """Reads a stream and keeps nothing of it."""

    def __init__(self) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._seen = b""

    def data_received(self, data: bytes) -> None:
        if self.opened.done():
            return
        self._seen += data
        if b"event: snapshot" in self._seen:
            self.opened.set_result(None)
            self._seen = b""

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(SystemExit(f"a stream was refused: {self._seen[:400]!r}"))


async def keep_open(url: str, asked: list[tuple[str, str | None]]) -> None:
    """Open all of it, say so, and wait for the end of standard input."""
    loop = asyncio.get_running_loop()
    parts = urlsplit(url)
    host, port = str(parts.hostname), int(parts.port or 80)
    room = asyncio.Semaphore(AT_ONCE)
    kept: list[asyncio.BaseTransport] = []

    async def open_one(number: int, path: str, token: str | None) -> None:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        request = f"GET /api/v1{path} HTTP/1.1\r\nHost: {parts.netloc}\r\n{bearer}\r\n"
        async with room:
            transport, drain = await loop.create_connection(
                Drain,
                host,
                port,
                local_addr=(f"127.0.0.{2 + number // PER_ADDRESS}", 0),
            )
            transport.write(request.encode())
            await drain.opened
            kept.append(transport)

    await asyncio.gather(*(open_one(n, *one) for n, one in enumerate(asked)))
    print(len(kept), flush=True)
    await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    """Read what to open and open it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asked = json.loads(sys.stdin.readline())
    asyncio.run(keep_open(asked["url"], [(path, token) for path, token in asked["streams"]]))


if __name__ == "__main__":
    main()
