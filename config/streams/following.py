"""Reading on for streams: one read for all that stand at the same place, in a few threads."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from uuid import UUID

from django.db import Error, connection

from accounts import feed
from accounts.api.streaming import Opening
from games.api.streams import event_frames, told_frames, turns_frame
from games.engine.seats import Seat
from games.selectors import waiting
from games.selectors.following import Step, is_play, step_after, step_of
from games.store.tail import AT_ONCE, Found, Place, Tail

_THREADS = 4
_Place: TypeAlias = tuple[str, tuple[str, ...], str]
"""Topic, scopes and cursor: streams that agree in these can share a read."""


@dataclass(frozen=True)
class Part:
    """What comes next for one stream."""

    frames: bytes
    cursor: str
    marks: Mapping[str, str]
    """What marks of the topics to listen to say when nothing has come since."""
    more: bool = False
    """Whether there may be more than was read in one go."""
    end: str | None = None
    """The reason of the `bye` that follows."""


class News(Protocol):
    """What was read behind a cursor, for every stream that stands there."""

    def shown_to(self, stream: Opening, seen: Mapping[str, str]) -> Part:
        """Return what this stream is sent of it, to which these marks have been shown."""
        ...


class GameNews:
    """The next events of a game; those who see the same share their frames."""

    def __init__(self, step: Step) -> None:
        self._step = step
        self._frames: dict[int | None, bytes] = {}

    def shown_to(self, stream: Opening, seen: Mapping[str, str]) -> Part:
        step = self._step
        seat = None if stream.seat is None else Seat(stream.seat)
        if not step.is_for(stream.account, seat):
            return Part(b"", str(step.after), {}, end="access_changed")
        if seat not in self._frames:
            self._frames[seat] = event_frames(step, seat)
        last = str(step.last)
        end = "game_finished" if step.is_last else None
        marks = {stream.topic: last}
        return Part(self._frames[seat], last, marks, more=step.is_full, end=end)


class ToldNews:
    """What an account was told next, and how much it owes: that is known before it is told."""

    def __init__(self, stream: Opening, cursor: str) -> None:
        self._marks = waiting.marks(accounts=[_id(stream)])
        self._part = feed.read(
            _id(stream), after=feed.read_place(cursor), limit=AT_ONCE, scopes=stream.scopes
        )
        self._frames = told_frames(self._part, stream.scopes)

    def shown_to(self, stream: Opening, seen: Mapping[str, str]) -> Part:
        part, frames = self._part, self._frames
        cursor = str(part.cursor)
        for topic, mark in self._marks.items():
            if mark != seen.get(topic):
                frames += turns_frame("turns", waiting.turns_in(mark), cursor=cursor)
        marks = {**self._marks, stream.topic: part.mark}
        return Part(frames, cursor, marks, more=part.more)


class _Reading:
    """A read under way, and who waits for it."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.answers: list[asyncio.Future[News]] = []


class Following:
    """Reads what comes next, each place once however many streams ask for it."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="streams")
        self.tail = Tail()
        self._under_way: dict[_Place, _Reading] = {}

    async def read(self, stream: Opening, cursor: str) -> tuple[News, float]:
        """Return what is behind the cursor, and the time of the loop when it was looked for.

        Raises `django.db.Error`.
        """
        reading = self.begin(stream, cursor)
        answer: asyncio.Future[News] = asyncio.get_running_loop().create_future()
        reading.answers.append(answer)
        return await answer, reading.since

    def begin(self, stream: Opening, cursor: str) -> _Reading:
        """Begin to read, if nobody does; who is woken for that does it before anything else."""
        place = (stream.topic, stream.scopes, cursor)
        reading = self._under_way.get(place)
        if reading is None:
            reading = _Reading(asyncio.get_running_loop().time())
            self._under_way[place] = reading
            if stream.rules is None:
                self._in_thread(place, lambda: ToldNews(stream, cursor))
            else:
                behind = Place(_id(stream), int(cursor), *stream.rules)
                self.tail.ask(behind, lambda found: self._hear(place, behind, found))
        return reading

    def _hear(self, place: _Place, behind: Place, found: Found) -> None:
        """Take events that were read; where they are more than play, read the game as well."""
        game, version = behind.game, behind.after
        if isinstance(found, Error):
            self._end(place, found)
        elif found is None:
            self._in_thread(place, lambda: GameNews(step_after(game, version)))
        elif is_play(found):
            self._end(place, GameNews(Step(after=version, events=found, game=None)))
        else:
            self._in_thread(place, lambda: GameNews(step_of(game, version, found)))

    def _in_thread(self, place: _Place, read: Callable[[], News]) -> None:
        loop = asyncio.get_running_loop()
        reading = loop.run_in_executor(self.threads, _read, read)
        reading.add_done_callback(
            lambda _: self._end(place, reading.exception() or reading.result())
        )

    def _end(self, place: _Place, news: News | BaseException) -> None:
        for answer in self._under_way.pop(place).answers:
            if answer.done():
                continue  # who asked has hung up
            if isinstance(news, BaseException):
                answer.set_exception(news)
            else:
                answer.set_result(news)


def _read(read: Callable[[], News]) -> News:
    try:
        return read()
    except Error:
        connection.close()  # the next read gets a fresh one
        raise


def _id(stream: Opening) -> UUID:
    return UUID(stream.topic.partition(" ")[2])
