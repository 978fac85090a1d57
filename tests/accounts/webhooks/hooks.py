"""Webhooks of tests, and events that are told to their owners."""

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from accounts import clock
from accounts.event_data import OwnSeatData
from accounts.event_types import EventType
from accounts.services.telling import News, tell
from accounts.webhooks import leasing, ringing
from accounts.webhooks.delivering import deliver
from accounts.webhooks.models import WebhookDelivery
from tests.accounts.people import open_person
from tests.accounts.webhooks.sinks import Sink
from tests.cast import Player

STARTED = str(EventType.GAME_STARTED)


def open_webhook(owner: Player, url: str, *types: str, **fields: Any) -> dict[str, Any]:
    """Make a webhook through the API; its secret comes with it."""
    body = {"url": url, "types": list(types) or [STARTED], **fields}
    response = owner.post("/webhooks", body)
    assert response.status_code == 201, response.content
    made: dict[str, Any] = response.json()
    return made


def hooked(receiver: Sink, *types: str) -> tuple[Player, dict[str, Any]]:
    """Return somebody with a webhook that leads to the receiver."""
    owner = open_person()
    return owner, open_webhook(owner, receiver.url, *types)


def happen(*owners: Player, kind: EventType = EventType.GAME_STARTED) -> str:
    """Tell these accounts something; return the id of the game that it is about."""
    game = str(uuid4())
    news = [
        News(
            account=owner.account,
            type=kind,
            at=clock.now(),
            data=OwnSeatData(game=game, version=1, seat=0),
            dedupe=f"test/{game}/{owner.name}",
        )
        for owner in owners
    ]
    with transaction.atomic(durable=True):
        tell(news)
    return game


def send(webhook: dict[str, Any]) -> int:
    """Do what a worker does when it is rung for; return how many attempts it made."""
    return deliver(UUID(webhook["id"]))


def deliveries(webhook: dict[str, Any]) -> list[WebhookDelivery]:
    """Return the deliveries of a webhook, the oldest first."""
    rows = WebhookDelivery.objects.filter(webhook=webhook["id"])
    return list(rows.order_by("created_at", "sequence"))


def is_waiting(webhook: dict[str, Any]) -> bool:
    """Answer whether the sweep would ring for it."""
    return UUID(webhook["id"]) in leasing.waiting(limit=ringing.BATCH)
