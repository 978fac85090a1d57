"""All streams of this process: how many there may be, and what ends them from outside."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from accounts import selectors
from accounts.api.streaming import Opening
from accounts.services import issuing
from config.answer import Answer
from config.newsdesk import NewsDesk
from config.streams.following import Following
from config.streams.stream import Send, Stream

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

_LOOK_AT_TOKENS = 2.0
"""Seconds between two looks at whether the tokens of open streams are still good."""
_NOTE_USES = 60.0
"""Seconds between two notes that they are used: who reads a stream sees what a mail would say."""
_log = logging.getLogger("herdbook.streams")


class TooManyStreamsError(Exception):
    """No further stream may be opened now; the message says whose are too many."""

    code = "too_many_streams"


class ClosingError(TooManyStreamsError):
    """The process takes no streams, because it ends or has all it can hold."""

    code = "unavailable"


class Keeper:
    """Counts, serves and ends streams."""

    def __init__(self, desk: NewsDesk) -> None:
        self.following = Following()
        self._desk = desk
        self._open: set[Stream] = set()
        self._counts: Counter[str] = Counter()
        self._looking: asyncio.Task[None] | None = None
        self._is_closing = False

    async def serve(self, opened: Opening, answer: Answer, receive: Receive, send: Send) -> None:
        """Serve a stream that was granted, until it ends, or refuse it."""
        try:
            self._check_room(opened)
        except TooManyStreamsError as refusal:
            await answer.refused(refusal.code, str(refusal)).send(send)
            return
        stream = Stream(opened, send, desk=self._desk, following=self.following)
        self._open.add(stream)
        counted = _counted(opened)
        self._counts.update(counted.keys())
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_at_tokens())
        hanging_up = asyncio.create_task(_until_gone(receive, stream))
        try:
            await answer.start(send)
            await stream.run(answer.body[: opened.length])
        finally:
            hanging_up.cancel()
            self._open.discard(stream)
            self._counts.subtract(counted.keys())
            for one in counted:
                if not self._counts[one]:
                    del self._counts[one]

    def _check_room(self, opened: Opening) -> None:
        if self._is_closing or len(self._open) >= settings.HERDBOOK_STREAMS_AT_ONCE:
            raise ClosingError("This server takes no streams at the moment. Try again.")
        for counted, (most, whose) in _counted(opened).items():
            if self._counts[counted] >= most:
                raise TooManyStreamsError(f"{whose} has {most} streams open. Close one of them.")

    def close(self) -> None:
        """End all streams, because the server ends, and take no more."""
        self._is_closing = True
        for stream in self._open:
            stream.end("server_restart")

    async def _look_at_tokens(self) -> None:
        loop = asyncio.get_running_loop()
        noted = loop.time()
        while self._open:
            await asyncio.sleep(_LOOK_AT_TOKENS)
            ids = {stream.opened.token for stream in self._open if stream.opened.token}
            try:
                good = await loop.run_in_executor(self.following.threads, _good, ids)
                if loop.time() - noted >= _NOTE_USES:
                    noted = loop.time()
                    await loop.run_in_executor(self.following.threads, _note, list(good))
            except Error as error:
                _log.warning("no look at the tokens: %s", type(error).__name__)
                continue
            for stream in self._open:
                if stream.opened.token is None:
                    continue
                if stream.opened.token not in good:
                    stream.end("token_revoked")
                elif good[stream.opened.token]:
                    stream.end("account_sanctioned")


def _counted(opened: Opening) -> dict[str, tuple[int, str]]:
    """Return what a stream counts for, with how many of them there may be, and whose they are."""
    if opened.account is not None:
        own = f"account {opened.account}", (settings.HERDBOOK_STREAMS_PER_ACCOUNT, "Your account")
    else:
        most = settings.HERDBOOK_STREAMS_PER_ADDRESS
        own = f"stranger {opened.address}", (most, "Your address, without a token,")
    return dict(
        [
            own,
            (f"address {opened.address}", (settings.HERDBOOK_STREAMS_FROM_ADDRESS, "Your address")),
        ]
    )


def _good(ids: set[str]) -> dict[str, bool]:
    try:
        return selectors.good_tokens(list(ids), now=timezone.now())
    except Error:
        connection.close()  # the next look gets a fresh one
        raise


def _note(ids: list[str]) -> None:
    try:
        issuing.note_uses(ids, now=timezone.now())
    except Error:
        connection.close()
        raise


async def _until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.leave()
