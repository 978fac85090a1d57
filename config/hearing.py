"""Hearing the wake-ups that come through the cache, as long as somebody waits for one."""

import asyncio
import logging
from collections.abc import Callable

import redis.asyncio
from django.conf import settings

from accounts.wakeups import CHANNEL

_SILENCE = 5.0
"""Seconds without a word after which the cache is asked whether it is still there."""
_PATIENCE = 2.0
"""Seconds that it may take to connect or to answer."""
_PAUSE = 1.0
"""Seconds between two attempts to connect."""
_log = logging.getLogger("herdbook.waiting")


class Hearing:
    """One subscription of this process."""

    def __init__(self, hear: Callable[[list[str]], None]) -> None:
        self._hear = hear
        self._task: asyncio.Task[None] | None = None
        self.is_alive = False
        """Whether wake-ups come through."""

    def begin(self) -> None:
        """Listen from now on, if there is a cache and nobody listens yet."""
        if settings.HERDBOOK_CACHE_URL and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._listen(settings.HERDBOOK_CACHE_URL))

    async def _listen(self, url: str) -> None:
        while True:
            try:
                await self._listen_once(url)
            except (redis.RedisError, OSError, TimeoutError) as error:
                if self.is_alive:
                    _log.warning("no wake-ups: %s; polling instead", type(error).__name__)
                self.is_alive = False  # from now on, and not only after the pause
                await asyncio.sleep(_PAUSE)
            finally:
                self.is_alive = False

    async def _listen_once(self, url: str) -> None:
        client = redis.asyncio.Redis.from_url(
            url.replace("valkey", "redis", 1),
            socket_connect_timeout=_PATIENCE,
            socket_timeout=None,
        )
        async with client, client.pubsub() as heard:
            await heard.subscribe(CHANNEL)
            asked = False
            while True:
                message = await heard.get_message(timeout=_PATIENCE if asked else _SILENCE)
                if message is not None:
                    self.is_alive, asked = True, False
                    if message["type"] == "message":
                        self._hear(message["data"].decode().split("\n"))
                elif asked:
                    raise TimeoutError
                else:
                    await heard.ping()
                    asked = True
