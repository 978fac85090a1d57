"""Wake-ups: who waits for something is told, through the cache, that it may have changed.

A wake-up names topics, such as `game <id>`, and holds nothing else: whoever hears it reads what is
new where that is kept. It is sent after the commit and never waited for, and it may get lost; who
waits looks now and then by themselves.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any

import redis
from django.conf import settings

CHANNEL = "herdbook:wakeups"
PATIENCE = 1.0
"""Seconds that connecting may take; nobody waits for it."""
SILENCE = 2.0
"""Seconds after a failure in which nothing is sent: a cache that is away is not asked all the time."""
MOST = 1_000
"""Messages that are kept while the connection is made; of more the oldest are lost."""
_log = logging.getLogger("herdbook.wakeups")


class Publisher:
    """One connection of this process on which the cache never answers.

    The commit it tells of has a caller who waits, so nothing here waits for anything: not for the
    cache, which either takes what is written at once or is given up, and not for another thread,
    which takes along what it finds.
    """

    def __init__(self, url: str) -> None:
        # A connection alone: a client would wait for an answer to each command.
        self._pool = redis.ConnectionPool.from_url(
            url.replace("valkey", "redis", 1),
            protocol=2,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
        )
        self._messages: deque[str] = deque(maxlen=MOST)
        self._writing = threading.Lock()
        self._connection: Any = None
        self._is_connecting = False
        self._silent_until = 0.0

    def send(self, message: str) -> None:
        """Send, or do nothing while the cache is away."""
        if time.monotonic() < self._silent_until:
            return
        self._messages.append(message)
        # Looked at again afterwards: one may have come while the thread that writes was at its end.
        while self._messages and self._writing.acquire(blocking=False):
            try:
                if not self._write():
                    return
            finally:
                self._writing.release()

    def _write(self) -> bool:
        """Write what there is; return whether there is a connection to write to."""
        if self._connection is None:
            if not self._is_connecting:
                self._is_connecting = True
                threading.Thread(target=self._connect, name="wakeups", daemon=True).start()
            return False
        messages = [self._messages.popleft() for _ in range(len(self._messages))]
        packed = b"".join(_packed(message.encode()) for message in messages)
        try:
            sent = self._connection._sock.send(packed)  # noqa: SLF001 - the library would wait
        except BlockingIOError:
            sent = 0
        except OSError:
            # The cache has begun anew, or a network has closed what was idle.
            self._hang_up()
            self._messages.extendleft(reversed(messages))
            return True
        if sent < len(packed):
            self._give_up("it takes nothing")
        return True

    def _connect(self) -> None:
        connection: Any = self._pool.make_connection()
        with self._writing:
            try:
                connection.connect()
                connection.send_command("CLIENT", "REPLY", "OFF")
                connection._sock.setblocking(False)  # noqa: SLF001 - the library would wait
                self._connection = connection
            except (redis.RedisError, OSError) as error:
                self._give_up(type(error).__name__)
            finally:
                self._is_connecting = False
        if self._messages:
            self.send(self._messages.popleft())

    def _give_up(self, why: str) -> None:
        """Hang up and be silent for a while; what was not sent is lost."""
        self._silent_until = time.monotonic() + SILENCE
        self._messages.clear()
        self._hang_up()
        _log.warning("the cache does not answer (%s); who waits polls", why)

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.disconnect()
            self._connection = None


def _packed(message: bytes) -> bytes:
    """Write a message as the protocol of the cache has it."""
    channel = CHANNEL.encode()
    return b"*3\r\n$7\r\nPUBLISH\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n" % (
        *(len(channel), channel),
        *(len(message), message),
    )


def send(topics: Sequence[str]) -> None:
    """Wake all who wait for one of these topics; after the commit, outside of any transaction."""
    if settings.HERDBOOK_CACHE_URL and settings.HERDBOOK_WAKEUPS:
        _publisher(settings.HERDBOOK_CACHE_URL).send("\n".join(topics))


@cache
def _publisher(url: str) -> Publisher:
    return Publisher(url)


# A child process must not write into its parent's connection.
os.register_at_fork(after_in_child=_publisher.cache_clear)
