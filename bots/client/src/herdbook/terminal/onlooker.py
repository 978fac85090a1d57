"""Somebody who looks on while a game is played, and has every event told in order."""

import time

from herdbook.client import Client
from herdbook.terminal.screen import Screen
from herdbook.views import Game


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
        while self._told < game.version:
            events = self._client.games.events(game.id, after=self._told)
            for event in events:
                if event.version > game.version:
                    break
                self._screen.tell(event, game)
                self._told = event.version
                time.sleep(self._pace)
            if not events:
                break
        self._screen.draw(game)
