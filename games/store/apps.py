"""The app `store`."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def _grant(sender: AppConfig, using: str, **kwargs: Any) -> None:
    from games.store import grants

    grants.apply(using)


class StoreConfig(AppConfig):
    name = "games.store"
    label = "store"

    def ready(self) -> None:
        post_migrate.connect(_grant, sender=self)
