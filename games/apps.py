"""The app `games`."""

from django.apps import AppConfig

from accounts import rulesets
from games.engine import registry


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Find the rulesets, offer what games know, and listen for the end of accounts."""
        registry.discover()
        for rules in registry.all_rulesets():
            rulesets.offer(rules.slug)
        from accounts.moderation import parts
        from games import receivers  # noqa: F401 - connects the receivers
        from games.services.letters import writing
        from games.services.moderation.cases import TABLES

        writing.offer_all()
        parts.offer(TABLES)
