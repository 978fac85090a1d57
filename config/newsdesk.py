"""Where everything in this process that waits for news is woken.

A wake-up through the cache names what may have changed. Wake-ups get lost, so the desk also looks
itself, at all that is waited for in one query: rarely while it is woken, else a few times a second.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from uuid import UUID

from django.conf import settings
from django.db import Error, connection

from accounts import waiting as account_waiting
from config.hearing import Hearing
from games.selectors import waiting

_REMEMBERED = 10_000
"""Topics of which it is known when they were last heard of."""
_log = logging.getLogger("herdbook.waiting")


class Waiter:
    """Somebody who waits for news of a topic, and the mark of the last they know."""

    __slots__ = ("mark", "wake")

    def __init__(self, wake: Callable[[], None], mark: str) -> None:
        self.wake = wake
        self.mark = mark


class NewsDesk:
    """Wakes the waiters of this process."""

    def __init__(self) -> None:
        self._waiters: dict[str, set[Waiter]] = {}
        self._heard: OrderedDict[str, float] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="news")
        self._looking: asyncio.Task[None] | None = None
        self._hearing = Hearing(self._hear)

    async def wait(self, topic: str, mark: str, seconds: float, *, since: float) -> bool:
        """Wait until there may be news of `topic`, other than `mark`; return whether it is so.

        News that was heard of `since` a time of the loop, when `mark` was read, counts.
        """
        event = asyncio.Event()
        with self.listening(topic, mark, event.set, since=since):
            try:
                async with asyncio.timeout(seconds):
                    await event.wait()
            except TimeoutError:
                return False
        return True

    @contextmanager
    def listening(
        self, topic: str, mark: str, wake: Callable[[], None], *, since: float
    ) -> Iterator[None]:
        """Call `wake` as soon as there may be news of `topic`, other than `mark`."""
        waiter = Waiter(wake, mark)
        self._waiters.setdefault(topic, set()).add(waiter)
        if self._heard.get(topic, since) > since:
            wake()
        self._hearing.begin()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            self._waiters[topic].discard(waiter)
            if not self._waiters[topic]:
                del self._waiters[topic]

    def _hear(self, topics: list[str]) -> None:
        now = asyncio.get_running_loop().time()
        for topic in topics:
            self._heard[topic] = now
            self._heard.move_to_end(topic)
            for waiter in self._waiters.get(topic, ()):
                waiter.wake()
        while len(self._heard) > _REMEMBERED:
            self._heard.popitem(last=False)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiters:
            await asyncio.sleep(
                settings.HERDBOOK_WAIT_SLOW_TICK
                if self._hearing.is_alive
                else settings.HERDBOOK_WAIT_TICK
            )
            topics = list(self._waiters)
            try:
                marks = await loop.run_in_executor(self._thread, _read_marks, topics)
            except Error as error:
                _log.warning("no look at the news: %s", type(error).__name__)
                continue
            for topic in topics:
                for waiter in self._waiters.get(topic, ()):
                    if marks.get(topic) != waiter.mark:
                        waiter.wake()


def _read_marks(topics: list[str]) -> dict[str, str]:
    kinds = ("game", "turns", "told", *waiting.ROOMS)
    wanted: dict[str, list[UUID]] = {kind: [] for kind in kinds}
    for topic in topics:
        kind, _, which = topic.partition(" ")
        wanted[kind].append(UUID(which))
    try:
        found = waiting.marks(
            games=wanted["game"],
            accounts=wanted["turns"],
            chats={room: wanted[room] for room in waiting.ROOMS},
        )
        return {**found, **account_waiting.marks(wanted["told"])} if wanted["told"] else found
    except Error:
        connection.close()  # the next look gets a fresh one
        raise
