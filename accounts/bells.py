"""Bells of the workers: messages that ask for something to be done, sent without waiting long.

A ring only makes it faster. Whatever is due is found by a sweep as well.
"""

import logging
import time
from functools import cache
from typing import Any

from celery import Task, current_app
from kombu import Connection
from kombu.exceptions import OperationalError
from kombu.pools import producers

TIMEOUT = 0.3
"""Seconds a ring may take: a request may wait for it."""
SILENCE = 5.0
"""Seconds without a ring after one that failed, so that a broker that is away slows nobody."""
RING_LIFE = 10
"""Seconds after which a ring means nothing any more: the sweep rings again."""


@cache
def _connection() -> Connection:
    """Return the way to the broker, with less patience than a worker's."""
    connection: Connection = current_app.connection_for_write(connect_timeout=TIMEOUT)
    connection.transport_options = {
        **(connection.transport_options or {}),
        "socket_timeout": TIMEOUT,
        "socket_connect_timeout": TIMEOUT,
    }
    return connection


class Bell:
    """Rings for one kind of work; a broker that does not answer is left alone for a while."""

    def __init__(self, name: str) -> None:
        self._log = logging.getLogger(f"herdbook.{name}")
        self._silent_until = 0.0

    def ring(self, task: "Task[Any, Any]", arguments: tuple[object, ...], **options: Any) -> None:
        """Send a task; `options` are those of `apply_async`."""
        if time.monotonic() < self._silent_until:
            return
        try:
            with producers[_connection()].acquire(block=True, timeout=TIMEOUT) as producer:
                task.apply_async(args=arguments, retry=False, producer=producer, **options)
        except (OperationalError, OSError) as error:
            self._silent_until = time.monotonic() + SILENCE
            self._log.warning(
                "the broker does not answer (%s); the sweep takes over", type(error).__name__
            )
