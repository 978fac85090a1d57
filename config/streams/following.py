"""Reading on for streams: one read for all that stand at the same place, in a few threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from uuid import UUID

from django.db import Error, connection

from accounts import feed
from accounts.api.streaming import Opening
from games.api.streams import event_frames, told_frames
from games.engine.seats import Seat
from games.selectors import following
from games.selectors.following import AT_ONCE

_THREADS = 4
_Place: TypeAlias = tuple[str, tuple[str, ...], str]
"""Topic, scopes and cursor: streams that agree in these can share a read."""


@dataclass(frozen=True)
class Found:
    """What comes next for one stream."""

    frames: bytes
    cursor: str
    mark: str
    """What marks of the topic say when nothing has come since."""
    more: bool = False
    """Whether there may be more than was read in one go."""
    end: str | None = None
    """The reason of the `bye` that follows."""


class News(Protocol):
    """What was read behind a cursor, for every stream that stands there."""

    def shown_to(self, stream: Opening) -> Found:
        """Return what this stream is sent of it."""
        ...


class GameNews:
    """The next events of a game; those who see the same share their frames."""

    def __init__(self, stream: Opening, cursor: str) -> None:
        self._cursor = cursor
        self._step = following.step_after(_id(stream), int(cursor))
        self._frames: dict[int | None, bytes] = {}

    def shown_to(self, stream: Opening) -> Found:
        step = self._step
        seat = None if stream.seat is None else Seat(stream.seat)
        if not step.is_for(stream.account, seat):
            return Found(b"", self._cursor, self._cursor, end="access_changed")
        if seat not in self._frames:
            self._frames[seat] = event_frames(step, seat)
        last = str(step.last)
        end = "game_finished" if step.is_last else None
        return Found(self._frames[seat], last, last, more=step.is_full, end=end)


class ToldNews:
    """What an account was told next."""

    def __init__(self, stream: Opening, cursor: str) -> None:
        self._part = feed.read(
            _id(stream), after=feed.read_place(cursor), limit=AT_ONCE, scopes=stream.scopes
        )
        self._frames = told_frames(self._part)

    def shown_to(self, stream: Opening) -> Found:
        part = self._part
        return Found(self._frames, str(part.cursor), part.mark, more=part.more)


_READ: dict[str, Callable[[Opening, str], News]] = {"game": GameNews, "told": ToldNews}
"""What is read for each kind of topic."""


class Following:
    """Reads what comes next, each place once however many streams ask for it."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="streams")
        self._under_way: dict[_Place, tuple[float, asyncio.Future[News]]] = {}

    async def read(self, stream: Opening, cursor: str) -> tuple[News, float]:
        """Return what is behind the cursor, and the time of the loop when it was looked for.

        Raises `django.db.Error`.
        """
        place = (stream.topic, stream.scopes, cursor)
        if place not in self._under_way:
            loop = asyncio.get_running_loop()
            reading = loop.run_in_executor(self.threads, _read, stream, cursor)
            self._under_way[place] = (loop.time(), reading)
            reading.add_done_callback(lambda _: self._under_way.pop(place))
        since, reading = self._under_way[place]
        # Who hangs up takes the read from nobody else.
        return await asyncio.shield(reading), since


def _read(stream: Opening, cursor: str) -> News:
    try:
        return _READ[stream.topic.partition(" ")[0]](stream, cursor)
    except Error:
        connection.close()  # the next read gets a fresh one
        raise


def _id(stream: Opening) -> UUID:
    return UUID(stream.topic.partition(" ")[2])
