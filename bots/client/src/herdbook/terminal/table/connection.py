"""The game on the server, kept in step with: its news as they come, its orders until they arrive.

A server that is away is waited for, for as long as it takes: a person can always leave.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from herdbook.client import AsyncClient
from herdbook.errors import HerdbookError
from herdbook.views import Event, Game

T = TypeVar("T")

WAIT = 30
PAUSE = 2.0
"""Seconds until a server that is away is asked again, unless it names more."""
LOOK_BACK = 40
"""Events that are told of a game which was under way before."""


class Audience(Protocol):
    """Who is told."""

    def show(self, game: Game, events: tuple[Event, ...]) -> None:
        """Show the game as it stands now, and what has led there."""
        ...

    def trouble(self, error: HerdbookError | None) -> None:
        """Show that the server is not to be reached; None when it is again."""
        ...


class Connection:
    """One game and its audience."""

    def __init__(self, client: AsyncClient, audience: Audience, game: Game) -> None:
        self._client = client
        self._audience = audience
        self._told = max(0, game.version - LOOK_BACK)
        self._turn = asyncio.Lock()
        self._troubled = False
        self.game = game

    async def follow(self) -> None:
        """Tell all news until the game is over."""
        await self.take(self.game)
        while not self.game.is_over:
            # Without a wait after trouble, so that it is told at once when that is over.
            news = await self.persist(
                lambda: self._client.games.news(self.game, wait=None if self._troubled else WAIT)
            )
            if news:
                await self.take(news)

    async def take(self, game: Game) -> None:
        """Tell of a newer view, with the events up to it and no further."""
        async with self._turn:
            if game.version < self.game.version:
                return
            events: list[Event] = []
            while self._told < game.version:
                found = await self.persist(
                    lambda: self._client.games.events(game.id, after=self._told)
                )
                due = [event for event in found if event.version <= game.version]
                if not due:
                    break
                events += due
                self._told = due[-1].version
            self.game = game
            self._audience.show(game, tuple(events))

    async def look(self) -> None:
        """See how the game stands, whatever was known."""
        await self.take(await self.persist(lambda: self._client.games.view(self.game.id)))

    async def persist(self, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call that may be repeated until it is answered. Raises what is a refusal."""
        while True:
            try:
                answer = await call()
            except HerdbookError as error:
                if not error.retryable:
                    raise
                self._troubled = True
                self._audience.trouble(error)
                await asyncio.sleep(max(PAUSE, error.retry_after or 0.0))
            else:
                if self._troubled:
                    self._troubled = False
                    self._audience.trouble(None)
                return answer
