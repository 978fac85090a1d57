"""A TCP proxy before PostgreSQL and the broker, which does as the harness orders.

It passes bytes on, holds them back, refuses connections, cuts the connection of an append after
it was sent and before it is answered, and doubles or drops messages on their way to the broker.
"""

import argparse
import asyncio
import contextlib
import random
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.faults import resp
from tests.faults.orders import Orders, ProxyOrder

APPEND = b'"fingerprint":'
"""In every call of `append_events`, and in nothing else that is sent to PostgreSQL."""
LOOK = 0.03
"""Seconds between two looks at the orders."""
_HOST = "127.0.0.1"


@dataclass
class Server:
    """One server and the connections to it."""

    name: str
    port: int
    order: ProxyOrder = field(default_factory=ProxyOrder)
    flowing: asyncio.Event = field(default_factory=asyncio.Event)
    links: "set[Link]" = field(default_factory=set)


@dataclass(eq=False)
class Link:
    """One connection through the proxy."""

    server: Server
    client: asyncio.StreamWriter
    upstream: asyncio.StreamWriter
    doomed: bool = False
    commands: resp.CommandReader = field(default_factory=resp.CommandReader)

    def cut(self) -> None:
        for end in (self.client, self.upstream):
            with contextlib.suppress(RuntimeError):
                end.transport.abort()


class Proxy:
    """All connections of a run."""

    def __init__(self, orders: Orders, seed: int) -> None:
        self._orders = orders
        self._rng = random.Random(seed)
        self._servers: list[Server] = []

    async def listen(self, name: str, port: int, target: int) -> None:
        server = Server(name, target)
        server.flowing.set()
        self._servers.append(server)

        async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._link(server, reader, writer)

        await asyncio.start_server(come, _HOST, port, limit=2**20)

    async def look_at_orders(self) -> None:
        """Do what is ordered, for ever."""
        while True:
            for server in self._servers:
                server.order = self._orders.to_proxy(server.name)
                if server.order.mode == "pause":
                    server.flowing.clear()
                else:
                    server.flowing.set()
                if server.order.mode == "refuse":
                    for link in list(server.links):
                        link.cut()
            await asyncio.sleep(LOOK)

    async def _link(
        self, server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if server.order.mode == "refuse":
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(_HOST, server.port, limit=2**20)
        except OSError:
            writer.transport.abort()
            return
        link = Link(server, writer, far_writer)
        server.links.add(link)
        try:
            await _first_of(self._ask(link, reader), self._answer(link, far_reader))
        finally:
            server.links.discard(link)
            link.cut()

    async def _ask(self, link: Link, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(2**18):
            await link.server.flowing.wait()
            if link.server.name == "broker":
                data = self._messages(link, data)
            elif APPEND in data and self._is_chosen(link.server.order):
                link.doomed = link.server.order.mode == "cut-answer"
                if link.server.order.mode == "cut-sent":
                    self._orders.count("connections cut when the append was sent")
                    link.upstream.write(data)
                    await link.upstream.drain()
                    return
            link.upstream.write(data)
            await link.upstream.drain()

    async def _answer(self, link: Link, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(2**18):
            await link.server.flowing.wait()
            if link.doomed:
                self._orders.count("connections cut before the answer to an append")
                return
            link.client.write(data)
            await link.client.drain()

    def _is_chosen(self, order: ProxyOrder) -> bool:
        return self._rng.random() < order.share

    def _messages(self, link: Link, data: bytes) -> bytes:
        return b"".join(resp.written(self._changed(link, c)) for c in link.commands.feed(data))

    def _changed(self, link: Link, command: list[bytes]) -> list[bytes]:
        order = link.server.order
        if order.mode in {"double", "drop"} and resp.is_message(command):
            self._orders.count(f"messages: {order.mode}")
            return resp.doubled(command) if order.mode == "double" else resp.dropped(command)
        return command


async def _first_of(*ways: Coroutine[Any, Any, None]) -> None:
    tasks = [asyncio.ensure_future(way) for way in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def serve(servers: Iterable[tuple[str, int, int]], seed: int) -> None:
    proxy = Proxy(Orders.of_environment(), seed)
    for name, port, target in servers:
        await proxy.listen(name, port, target)
    await proxy.look_at_orders()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.proxy", description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    for name in ("postgres", "broker"):
        parser.add_argument(f"--{name}", nargs=2, type=int, metavar=("PORT", "TARGET"))
    chosen = parser.parse_args()
    pairs = [("postgres", *chosen.postgres), ("broker", *chosen.broker)]
    asyncio.run(serve(pairs, chosen.seed))


if __name__ == "__main__":
    main()
