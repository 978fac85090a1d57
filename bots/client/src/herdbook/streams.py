"""Streams of a client, for threads and for tasks: iterators that outlive their connections."""

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from typing import TypeVar

from herdbook.answers import AccountEvent
from herdbook.conversation import LOSSES
from herdbook.streaming import AccountCourse, Course, GameCourse, HoleError, is_stream
from herdbook.transport import AsyncTransport, Transport
from herdbook.views import Event, Game

T = TypeVar("T")


class BlockingStreams:
    """What is told as it happens."""

    _transport: Transport

    def stream_game(self, game: str, *, after: int | None = None) -> Iterator[Game | Event]:
        """Follow a game to its end: its view at first, then every event, without a hole.

        With `after`, a version, the events behind that come first, else what happens from now
        on. A cut, a restart of the server and a silence of 45 seconds are sat out as patiently as
        the client is; another view comes if this account has taken or lost a seat meanwhile.
        """
        return self.follow(GameCourse(game, self._transport.settings, after=after))

    def stream_events(self, *, after: str | None = None) -> Iterator[AccountEvent]:
        """Follow what this account is told, over all its games, for as long as it is asked.

        `after` is the id of an event, a cursor, or `latest`, which it is without it. Raises
        `CursorExpiredError` for a place that is not kept any more.
        """
        return self.follow(AccountCourse(self._transport.settings, after=after))

    def follow(self, course: Course[T]) -> Generator[T]:
        """Follow a stream in a way of one's own, over all the connections it takes."""
        return _followed(self._transport, course)


class AwaitingStreams:
    """The same for tasks: the same methods, to be looped over with `async for`."""

    _transport: AsyncTransport

    def stream_game(self, game: str, *, after: int | None = None) -> AsyncIterator[Game | Event]:
        """Follow a game to its end: its view at first, then every event, without a hole.

        With `after`, a version, the events behind that come first, else what happens from now
        on. A cut, a restart of the server and a silence of 45 seconds are sat out as patiently as
        the client is; another view comes if this account has taken or lost a seat meanwhile.
        """
        return self.follow(GameCourse(game, self._transport.settings, after=after))

    def stream_events(self, *, after: str | None = None) -> AsyncIterator[AccountEvent]:
        """Follow what this account is told, over all its games, for as long as it is asked.

        `after` is the id of an event, a cursor, or `latest`, which it is without it. Raises
        `CursorExpiredError` for a place that is not kept any more.
        """
        return self.follow(AccountCourse(self._transport.settings, after=after))

    def follow(self, course: Course[T]) -> AsyncGenerator[T]:
        """Follow a stream in a way of one's own, over all the connections it takes."""
        return _followed_async(self._transport, course)


def _followed(transport: Transport, course: Course[T]) -> Generator[T]:
    while not course.is_over:
        lost: Exception | None = None
        try:
            with transport.open(course.request()) as answer:
                if not is_stream(answer):
                    answer.read()
                    transport.settings.retries.sleep(course.refused(answer))
                    continue
                for chunk in answer.iter_bytes():
                    yield from course.taken(chunk)
        except (*LOSSES, HoleError) as error:
            lost = error
        else:
            lost = None if course.is_cut else HoleError("it ended without a word")
        if not course.is_over:
            transport.settings.retries.sleep(course.lost(lost))


async def _followed_async(transport: AsyncTransport, course: Course[T]) -> AsyncGenerator[T]:
    while not course.is_over:
        lost: Exception | None = None
        try:
            async with transport.open(course.request()) as answer:
                if not is_stream(answer):
                    await answer.aread()
                    await transport.settings.retries.sleep_async(course.refused(answer))
                    continue
                async for chunk in answer.aiter_bytes():
                    for one in course.taken(chunk):
                        yield one
        except (*LOSSES, HoleError) as error:
            lost = error
        else:
            lost = None if course.is_cut else HoleError("it ended without a word")
        if not course.is_over:
            await transport.settings.retries.sleep_async(course.lost(lost))
