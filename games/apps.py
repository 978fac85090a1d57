"""The app `games`."""

from django.apps import AppConfig

from games.engine import registry


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Find the rulesets, and listen for the end of accounts."""
        registry.discover()
        from games import receivers  # noqa: F401 - connects the receivers
