"""One stream: what it is sent, and when and why it ends."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from django.db import Error

from accounts.api import streaming
from accounts.api.streaming import Opening
from config.newsdesk import NewsDesk
from config.streams.following import Following

_PAUSE = 1.0
"""Seconds before a read that failed is tried again."""
_FAREWELL = 2.0
"""Seconds for the last frame to be taken."""
_COME_AGAIN = (500, 3000)
"""Milliseconds after which a browser is to come again."""
_apart = random.SystemRandom()
_log = logging.getLogger("herdbook.streams")

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class SlowReaderError(Exception):
    """A frame was not taken in time."""


class Stream:
    """Sends events in order until something ends it; it holds nothing but its cursor."""

    def __init__(
        self, opened: Opening, send: Send, *, desk: NewsDesk, following: Following
    ) -> None:
        self.opened = opened
        self._send = send
        self._desk = desk
        self._following = following
        self._cursor = opened.cursor
        self._marks = opened.marks
        self._stir = asyncio.Event()
        self._end: str | None = None
        self._is_gone = False
        loop = asyncio.get_running_loop()
        # Not all at once, where all were opened at once.
        self._ends_at = loop.time() + settings.HERDBOOK_STREAM_SECONDS * _apart.uniform(0.9, 1.0)
        self._sent_at = loop.time()

    def end(self, reason: str) -> None:
        """End it with this reason as soon as it has sent what it is sending."""
        self._end = self._end or reason
        self._stir.set()

    def leave(self) -> None:
        """End it without a word: the client hung up."""
        self._is_gone = True
        self.end("gone")

    async def run(self, first: bytes) -> None:
        """Send the first frames and go on until something ends the stream; then say so."""
        # A browser comes again by itself; after a restart all do, so each at another time.
        retry = b"retry: %d\n" % _apart.randint(*_COME_AGAIN)
        try:
            await self._put(retry + first, within=settings.HERDBOOK_STREAM_PATIENCE)
            reason = await self._follow()
        except SlowReaderError:
            reason = "slow_consumer"
        if self._is_gone:
            return
        with contextlib.suppress(SlowReaderError):
            await self._put(streaming.bye(reason, cursor=self._cursor), within=_FAREWELL)
            await self._put(b"", within=_FAREWELL, more=False)

    async def _follow(self) -> str:
        """Send what comes, and return the reason for which nothing more does."""
        loop = asyncio.get_running_loop()
        while self._end is None:
            if loop.time() >= self._ends_at:
                return "max_age"
            try:
                news, since = await self._following.read(self.opened, self._cursor)
            except Error as error:
                _log.warning("streams wait for the database: %s", type(error).__name__)
                await asyncio.sleep(_PAUSE)
                continue
            found = news.shown_to(self.opened, self._marks)
            if found.frames:
                await self._put(found.frames, within=settings.HERDBOOK_STREAM_PATIENCE)
            self._cursor, self._marks = found.cursor, found.marks
            if found.end is not None:
                return found.end
            if not found.more:
                await self._wait(since)
        return self._end

    async def _wait(self, since: float) -> None:
        """Wait for news or for the end, and show now and then that the stream lives."""
        loop = asyncio.get_running_loop()
        self._stir.clear()
        with contextlib.ExitStack() as heard:
            for topic, mark in self._marks.items():
                heard.enter_context(self._desk.listening(topic, mark, self._wake, since=since))
            while self._end is None and loop.time() < self._ends_at:
                until = min(self._sent_at + settings.HERDBOOK_HEARTBEAT_SECONDS, self._ends_at)
                try:
                    async with asyncio.timeout_at(until):
                        await self._stir.wait()
                except TimeoutError:
                    await self._put(
                        streaming.heartbeat(cursor=self._cursor),
                        within=settings.HERDBOOK_STREAM_PATIENCE,
                    )
                else:
                    return

    def _wake(self) -> None:
        """Look for what is new, for which the loop need not come round first."""
        self._following.begin(self.opened, self._cursor)
        self._stir.set()

    async def _put(self, frames: bytes, *, within: float, more: bool = True) -> None:
        """Send, and raise `SlowReaderError` if it is not taken in so many seconds."""
        try:
            async with asyncio.timeout(within):
                await self._send({"type": "http.response.body", "body": frames, "more_body": more})
        except TimeoutError:
            raise SlowReaderError from None
        self._sent_at = asyncio.get_running_loop().time()
