"""Reading on for streams: one read for all that stand at the same place, in a few threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from django.db import Error, connection

from accounts.api.streaming import Opening
from games.api.streams import event_frames
from games.engine.seats import Seat
from games.selectors import following

_THREADS = 4


@dataclass(frozen=True)
class Found:
    """What comes next for one stream."""

    frames: bytes
    cursor: int
    more: bool = False
    """Whether there may be more than was read in one go."""
    end: str | None = None
    """The reason of the `bye` that follows."""


class News(Protocol):
    """What was read behind a cursor, for every stream that stands there."""

    def shown_to(self, stream: Opening, cursor: int) -> Found:
        """Return what this stream is sent of it."""
        ...


class GameNews:
    """The next events of a game; those who see the same share their frames."""

    def __init__(self, step: following.Step) -> None:
        self._step = step
        self._frames: dict[int | None, bytes] = {}

    def shown_to(self, stream: Opening, cursor: int) -> Found:
        step = self._step
        seat = None if stream.seat is None else Seat(stream.seat)
        if not step.is_for(stream.account, seat):
            return Found(b"", cursor, end="access_changed")
        if stream.seat not in self._frames:
            self._frames[stream.seat] = event_frames(step, seat)
        last = step.events[-1].version if step.events else cursor
        return Found(
            self._frames[stream.seat],
            last,
            more=step.is_full,
            end="game_finished" if step.is_last else None,
        )


def _game(which: UUID, cursor: int) -> News:
    return GameNews(following.step_after(which, cursor))


_READ: dict[str, Callable[[UUID, int], News]] = {"game": _game}
"""What is read for each kind of topic."""


class Following:
    """Reads what comes next, each place once however many streams ask for it."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="streams")
        self._under_way: dict[tuple[str, int], tuple[float, asyncio.Future[News]]] = {}

    async def read(self, topic: str, cursor: int) -> tuple[News, float]:
        """Return what is behind the cursor, and the time of the loop when it was looked for.

        Raises `django.db.Error`.
        """
        place = (topic, cursor)
        if place not in self._under_way:
            loop = asyncio.get_running_loop()
            reading = loop.run_in_executor(self.threads, _read, topic, cursor)
            self._under_way[place] = (loop.time(), reading)
            reading.add_done_callback(lambda _: self._under_way.pop(place))
        since, reading = self._under_way[place]
        # Who hangs up takes the read from nobody else.
        return await asyncio.shield(reading), since


def _read(topic: str, cursor: int) -> News:
    kind, _, which = topic.partition(" ")
    try:
        return _READ[kind](UUID(which), cursor)
    except Error:
        connection.close()  # the next read gets a fresh one
        raise
