"""Wake-ups: who waits for something is told, through the cache, that it may have changed.

A wake-up names topics, such as `game <id>`, and holds nothing else: whoever hears it reads what is
new where that is kept. It is sent after the commit and never waited for, and it may get lost; who
waits looks now and then by themselves.
"""

import logging
import os
import threading
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import redis
from django.conf import settings

CHANNEL = "herdbook:wakeups"
PATIENCE = 0.05
"""Seconds that a send may take, which is little more than a copy into the socket: the commit it
tells of has a caller who waits."""
SILENCE = 2.0
"""Seconds without a send after one that failed, so that a cache that is away slows nobody."""
_log = logging.getLogger("herdbook.wakeups")


class Publisher:
    """One connection of this process on which the cache never answers."""

    def __init__(self, url: str) -> None:
        # A connection alone: a client would wait for an answer to each command.
        self._pool = redis.ConnectionPool.from_url(
            url.replace("valkey", "redis", 1),
            socket_timeout=PATIENCE,
            socket_connect_timeout=4 * PATIENCE,
        )
        self._lock = threading.Lock()
        self._connection: Any = None
        self._silent_until = 0.0

    def send(self, message: str) -> None:
        """Send, or do nothing while the cache is away."""
        if time.monotonic() < self._silent_until:
            return
        with self._lock:
            try:
                connection = self._connection or self._connected()
                connection.send_packed_command(
                    connection.pack_command("PUBLISH", CHANNEL, message), check_health=False
                )
            except (redis.RedisError, OSError) as error:
                self._silent_until = time.monotonic() + SILENCE
                self._hang_up()
                _log.warning(
                    "the cache does not answer (%s); who waits polls", type(error).__name__
                )

    def _connected(self) -> Any:
        self._connection = self._pool.make_connection()
        self._connection.connect()
        self._connection.send_command("CLIENT", "REPLY", "OFF")
        return self._connection

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.disconnect()
            self._connection = None


def send(topics: Sequence[str]) -> None:
    """Wake all who wait for one of these topics; after the commit, outside of any transaction."""
    if settings.HERDBOOK_CACHE_URL and settings.HERDBOOK_WAKEUPS:
        _publisher(settings.HERDBOOK_CACHE_URL).send("\n".join(topics))


@cache
def _publisher(url: str) -> Publisher:
    return Publisher(url)


# A child process must not write into its parent's connection.
os.register_at_fork(after_in_child=_publisher.cache_clear)
