"""Messages go out signed, once, and again until they are taken."""

from datetime import timedelta

import pytest

from accounts.webhooks import schedule
from accounts.webhooks.models import Webhook
from tests.accounts.webhooks.hooks import deliveries, happen, hooked, is_waiting, send
from tests.accounts.webhooks.sinks import sink, status

pytestmark = pytest.mark.usefixtures("database")
HOUR = 3600


def test_a_message_is_signed_and_thin(receiver):
    """S64: a receiver verifies it with the package of Standard Webhooks."""
    owner, webhook = hooked(receiver)
    game = happen(owner)
    assert is_waiting(webhook)
    assert send(webhook) == 1
    (got,) = receiver.got
    body = got.verified(webhook["secret"])
    assert got.path == "/hook"
    assert got.headers["content-type"] == "application/json"
    (told,) = owner.get("/me/events").json()["items"]
    assert set(body) == {"id", "type", "timestamp", "data"}
    assert body["id"] == told["id"]
    assert (body["type"], body["data"]) == (
        "game.started",
        {"game": game, "seat": 0, "version": 1},
    )
    (delivery,) = deliveries(webhook)
    assert (delivery.state, delivery.due_at) == ("delivered", None)
    assert got.id == f"msg_{delivery.id.hex}"
    assert not is_waiting(webhook)
    assert send(webhook) == 0


def test_it_is_sent_again_under_its_id_until_it_is_taken(clock):
    """S64, S65."""
    with sink(status(500), status(503), status(204)) as receiver:
        owner, webhook = hooked(receiver)
        happen(owner)
        assert send(webhook) == 1
        assert send(webhook) == 0  # not yet
        clock.advance(6)
        assert send(webhook) == 1
        clock.advance(400)
        assert send(webhook) == 1
        assert len({got.id for got in receiver.got}) == 1
        assert len({got.body for got in receiver.got}) == 1
        (delivery,) = deliveries(webhook)
        assert [one["status"] for one in delivery.attempts] == [500, 503, 204]
        assert [one["failure"] for one in delivery.attempts] == ["refused", "refused", None]
        assert delivery.state == "delivered"


def test_it_is_tried_ten_times_over_three_days(clock):
    """S64: about 75 hours."""
    with sink(status(500)) as receiver:
        owner, webhook = hooked(receiver)
        happen(owner)
        for pause in schedule.DELAYS:
            assert send(webhook) == 1
            clock.advance(pause.total_seconds() * (1 + schedule.JITTER) + 1)
        assert send(webhook) == 1
        (delivery,) = deliveries(webhook)
        assert (delivery.state, delivery.due_at) == ("failed", None)
        assert len(receiver.got) == len(delivery.attempts) == 10
    total = sum(schedule.DELAYS, timedelta())
    assert timedelta(hours=75) <= total <= timedelta(hours=76)
    # Three days are no five: the webhook is still there.
    assert Webhook.objects.get(id=webhook["id"]).disabled_at is None
