"""The app `games`."""

from django.apps import AppConfig

from games.engine import registry


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        registry.discover()
