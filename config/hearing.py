"""Hearing the wake-ups that come through the cache, as long as somebody waits for one."""

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any

import redis.asyncio
from django.conf import settings

from accounts.wakeups import CHANNEL

_SILENCE = 5.0
"""Seconds without a word after which the cache is asked whether it is still there."""
_PATIENCE = 2.0
"""Seconds that it may take to connect or to answer."""
_PAUSE = 1.0
"""Seconds between two attempts to connect."""
_MOST = 65_536
"""Bytes that are kept of what is not yet whole."""
_MESSAGE = re.compile(
    rb"\*3\r\n\$7\r\nmessage\r\n\$[0-9]+\r\n%b\r\n\$[0-9]+\r\n([^\r]*)\r\n" % CHANNEL.encode()
)
"""A message on the channel, as the protocol of the cache (RESP 2) writes it."""
_log = logging.getLogger("herdbook.waiting")


class Wire(asyncio.Protocol):
    """What comes over the connection. Every commit of the server comes by here.

    Read by the library, a message took the loop 140 µs. What is said on this connection has one
    form, so this takes a tenth of that.
    """

    def __init__(self, hear: Callable[[list[str]], None]) -> None:
        self._hear = hear
        self._said = b""
        self.is_open = False
        """Whether the cache has answered."""
        self.has_spoken = False
        """Whether anything has come since it was last set back."""
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        self.is_open = self.has_spoken = True
        said, end = self._said + data, 0
        for message in _MESSAGE.finditer(said):
            self._hear(message[1].decode().split("\n"))
            end = message.end()
        self._said = said[end:][-_MOST:]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.gone.done():
            self.gone.set_result(None)


class Hearing:
    """One subscription of this process."""

    def __init__(self, hear: Callable[[list[str]], None]) -> None:
        self._hear = hear
        self._task: asyncio.Task[None] | None = None
        self._wire: Wire | None = None

    @property
    def is_alive(self) -> bool:
        """Whether wake-ups come through."""
        return self._wire is not None and self._wire.is_open

    def begin(self) -> None:
        """Listen from now on, if there is a cache and nobody listens yet."""
        if settings.HERDBOOK_CACHE_URL and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._listen(settings.HERDBOOK_CACHE_URL))

    async def _listen(self, url: str) -> None:
        while True:
            try:
                await self._listen_once(url)
            except (redis.RedisError, OSError, TimeoutError) as error:
                if self._wire is not None:
                    _log.warning("no wake-ups: %s; polling instead", type(error).__name__)
            finally:
                self._wire = None
            _end_if_cancelled()
            await asyncio.sleep(_PAUSE)

    async def _listen_once(self, url: str) -> None:
        pool: Any = redis.asyncio.ConnectionPool.from_url(
            url.replace("valkey", "redis", 1), protocol=2, socket_connect_timeout=_PATIENCE
        )
        connection = pool.make_connection()
        try:
            await connection.connect()
            _end_if_cancelled()
            transport: asyncio.Transport = connection._writer.transport  # noqa: SLF001 - it has no other name
            self._wire = Wire(self._hear)
            transport.set_protocol(self._wire)
            transport.writelines(connection.pack_command("SUBSCRIBE", CHANNEL))
            while True:
                if not await self._has_word(self._wire, _SILENCE):
                    transport.writelines(connection.pack_command("PING"))
                    if not await self._has_word(self._wire, _PATIENCE):
                        raise TimeoutError
        finally:
            if connection._writer is not None:  # noqa: SLF001 - as above; it got as far as that
                connection._writer.transport.abort()  # noqa: SLF001
            await connection.disconnect(nowait=True)

    async def _has_word(self, wire: "Wire", seconds: float) -> bool:
        """Wait, and return whether anything came meanwhile; raise when the cache hangs up."""
        wire.has_spoken = False
        await asyncio.wait({wire.gone}, timeout=seconds)
        if wire.gone.done():
            raise redis.ConnectionError("the cache hung up")
        return wire.has_spoken


def _end_if_cancelled() -> None:
    """Raise `asyncio.CancelledError` if this task was cancelled and the library kept it to itself.

    While it connects it can take that for a failure, or for nothing at all.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
