"""What the tests of the ASGI application share."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections


def _close_connections(pool: ThreadPoolExecutor) -> None:
    """Close the connections of all threads of a pool, each of which has its own."""
    threads = len(pool._threads)
    meet = Barrier(threads + 1)

    def close() -> None:
        connections.close_all()
        meet.wait(10)

    for _ in range(threads):
        pool.submit(close)
    meet.wait(10)


@pytest.fixture
def asgi(database):
    """Leave no connection of the application's threads behind."""
    from config import asgi

    yield
    _close_connections(asgi._threads.executor)
    _close_connections(asgi.application._desk._thread)
    _close_connections(asgi.application._keeper.following.threads)
    asgi.application._keeper.following.tail.close()
