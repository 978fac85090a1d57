"""The doorbell of the workers: a message that asks for an answer, sent without ever waiting long."""

import logging
import time
from functools import cache

from celery import current_app
from kombu import Connection
from kombu.exceptions import OperationalError
from kombu.pools import producers

from bots import tasks

TIMEOUT = 0.3
"""Seconds a ring may take: a player's request waits for it."""
SILENCE = 5.0
"""Seconds without a ring after one that failed, so that a broker that is away slows nobody."""
_log = logging.getLogger("herdbook.bots")
_silent_until = 0.0


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


def ring(game: str, seat: int, opened: int, *, countdown: float) -> None:
    """Ask a worker to answer a decision of the house in `countdown` seconds.

    A broker that does not answer is left alone for a while; the sweep finds the decision.
    """
    global _silent_until  # noqa: PLW0603 - one bell a process
    if time.monotonic() < _silent_until:
        return
    try:
        with producers[_connection()].acquire(block=True, timeout=TIMEOUT) as producer:
            tasks.answer.apply_async(
                args=(game, seat, opened), countdown=countdown, retry=False, producer=producer
            )
    except (OperationalError, OSError) as error:
        _silent_until = time.monotonic() + SILENCE
        _log.warning("the broker does not answer (%s); the sweep takes over", type(error).__name__)
