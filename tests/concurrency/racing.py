"""Threads that start together, each with a database connection of its own."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Barrier
from typing import Generic, TypeVar

import pytest
from django.db import connection

T = TypeVar("T")
BOTH = pytest.mark.parametrize("calls_at_once", [1, 1_000], indirect=True)
"""Threads whose calls go to the database together, and threads that race there."""


@dataclass(frozen=True)
class Finish(Generic[T]):
    """How one runner came in: with an answer or with an error."""

    answer: T | None = None
    error: Exception | None = None


class Crew:
    """Threads that are kept from race to race, with their connections."""

    def __init__(self, pool: ThreadPoolExecutor, size: int) -> None:
        self._pool, self.size = pool, size

    def race(self, calls: Sequence[Callable[[], T]], *, patience: float = 120) -> list[Finish[T]]:
        """Let all calls begin at the same moment; return how each ended, in order.

        Raises `TimeoutError` if one takes longer than `patience`, in seconds.
        """
        assert len(calls) <= self.size
        barrier = Barrier(len(calls))

        def run(call: Callable[[], T]) -> Finish[T]:
            connection.ensure_connection()
            barrier.wait(timeout=60)
            try:
                return Finish(answer=call())
            except Exception as error:  # noqa: BLE001 - the test judges it
                return Finish(error=error)

        futures: list[Future[Finish[T]]] = [self._pool.submit(run, call) for call in calls]
        return [future.result(timeout=patience) for future in futures]

    def close(self) -> None:
        barrier = Barrier(self.size)

        def end() -> None:
            barrier.wait(timeout=60)
            connection.close()

        for future in [self._pool.submit(end) for _ in range(self.size)]:
            future.result(timeout=60)


@contextmanager
def crew(size: int) -> Iterator[Crew]:
    """Keep so many threads ready; every one closes its connection at the end."""
    with ThreadPoolExecutor(max_workers=size) as pool:
        threads = Crew(pool, size)
        try:
            yield threads
        finally:
            threads.close()


def answers(finishes: Iterable[Finish[T]]) -> list[T]:
    """Return what the winners got."""
    return [finish.answer for finish in finishes if finish.answer is not None]


def errors(finishes: Iterable[Finish[T]]) -> list[Exception]:
    """Return what the losers were told."""
    return [finish.error for finish in finishes if finish.error is not None]
