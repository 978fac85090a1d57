"""What wakes a runner: one stream of all that its account is told, where the server keeps one.

It only says that something has happened. What is owed the runner asks for itself, so that nothing
depends on what was heard or missed here.
"""

import asyncio
import logging

from herdbook.client import AsyncClient
from herdbook.errors import HerdbookError
from herdbook.streaming import BellCourse

AGAIN = 60.0
"""Seconds after which a stream that was refused is asked for once more."""
OF_SEATS = frozenset(
    {
        "hello",
        "game.seat_away",
        "game.finished",
        "game.aborted",
        "game.expired",
        "invitation.received",
    }
)
"""What may have left a seat to return to, brought one to accept, or ended the last game."""
_log = logging.getLogger("herdbook.runner")


class Ear:
    """Listens for an account, on one connection that is made again whenever it is cut."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._course: BellCourse | None = None
        self._rung = asyncio.Event()
        self._about_seats = False

    @property
    def hears(self) -> bool:
        """Whether a wake-up comes as soon as something happens; without it, poll."""
        return self._course is not None and self._course.hears

    async def listen(self) -> None:
        """Listen until cancelled. A stream that is refused is asked for again after a while."""
        while True:
            self._course = BellCourse(self._client.settings)
            pause = AGAIN
            try:
                async for what in self._client.follow(self._course):
                    self._about_seats |= what in OF_SEATS
                    self.ring()
            except HerdbookError as refusal:
                _log.info("No stream to listen to, polling instead: %s", refusal)
                pause = max(pause, refusal.retry_after or 0.0)
            self._course = None
            self.ring()
            await asyncio.sleep(pause)

    def ring(self) -> None:
        """Let who waits ask."""
        self._rung.set()

    def forget(self) -> None:
        """Let what has been heard so far be answered by what is asked now."""
        self._rung.clear()

    def was_of_seats(self) -> bool:
        """Answer whether anything was heard of seats since this was asked last."""
        heard, self._about_seats = self._about_seats, False
        return heard

    async def wait(self, seconds: float) -> None:
        """Wait until something is heard, or for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            pass
