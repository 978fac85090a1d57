"""The app `bots`."""

from django.apps import AppConfig

from bots.strategies import registry
from games.engine.registry import all_rulesets
from games.services import house
from games.services.house import HouseStrategy


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        """Offer our strategies for house seats, and listen for what the house owes."""
        from bots import receivers  # noqa: F401 - connects the receivers

        for rules in all_rulesets():
            for strategy in registry.strategies(rules.slug):
                house.register(
                    rules.slug,
                    HouseStrategy(name=strategy.name, cost=strategy.cost, text=strategy.text),
                )
