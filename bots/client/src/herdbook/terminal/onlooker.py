"""Somebody who looks on while a game is played, and has every event told in order."""

import time
from collections.abc import Iterator

from herdbook.client import Client
from herdbook.terminal.screen import Screen
from herdbook.views import Event, Game


class Onlooker:
    """Shown each new view of a game, fetches the events that led there and shows both."""

    def __init__(self, client: Client, screen: Screen, *, pace: float) -> None:
        self._client = client
        self._screen = screen
        self._pace = pace
        self._told = 0

    def __call__(self, game: Game) -> None:
        """Tell what is new, up to this view and no further: the table is to fit the story."""
        if game.version <= self._told:
            return
        for event in self._untold(game):
            self._screen.tell(event, game)
            time.sleep(self._pace)
        self._screen.draw(game)

    def _untold(self, game: Game) -> Iterator[Event]:
        while self._told < game.version:
            events = self._client.games.events(game.id, after=self._told)
            due = [event for event in events if event.version <= game.version]
            if not due:
                return
            yield from due
            self._told = due[-1].version
