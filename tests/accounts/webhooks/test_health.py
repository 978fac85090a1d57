"""A receiver that fails rests, is disabled in the end, and is nobody else's trouble."""

import logging
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import clock as database
from accounts.backlog import MOST
from accounts.event_data import OwnSeatData
from accounts.event_types import EventType
from accounts.models import AccountEvent
from accounts.rates import ENOUGH
from accounts.services.telling import News, tell
from accounts.webhooks import leasing, purging, schedule
from accounts.webhooks.backlog import backlog
from accounts.webhooks.models import Webhook, WebhookDelivery
from accounts.webhooks.rates import WEBHOOKS
from config.sweeping import PATIENCE, see_to_webhooks
from tests.accounts.people import bot_player, open_bot, open_person
from tests.accounts.webhooks.hooks import (
    STARTED,
    deliveries,
    happen,
    hooked,
    is_waiting,
    open_webhook,
    send,
)
from tests.accounts.webhooks.sinks import sink, status

pytestmark = pytest.mark.usefixtures("database")
DAY = 24 * 3600


def health(webhook: dict[str, Any]) -> Webhook:
    return Webhook.objects.get(id=webhook["id"])


def test_after_a_failure_a_webhook_rests_and_its_messages_do_not_fail_in_a_row(clock):
    with sink(status(500), status(500), status(204)) as receiver:
        owner, webhook = hooked(receiver)
        for _ in range(4):
            happen(owner)
        assert send(webhook) == 1
        assert not is_waiting(webhook)
        clock.advance(6)
        assert send(webhook) == 1
        clock.advance(6)
        assert not is_waiting(webhook)  # twice as long
        clock.advance(5)
        assert send(webhook) >= 2
        assert health(webhook).failures == 0
        clock.advance(400)
        send(webhook)
        assert {one.state for one in deliveries(webhook)} == {"delivered"}


@pytest.mark.parametrize(("asked", "rest"), [(120, 120), (100_000, 3600), (1, 5)])
def test_a_wish_to_be_left_alone_is_obeyed_within_bounds(clock, asked, rest):
    with sink(status(429, Retry_After=str(asked)), status(204)) as receiver:
        owner, webhook = hooked(receiver)
        happen(owner)
        happen(owner)
        assert send(webhook) == 1
        clock.advance(rest - 4)
        assert not is_waiting(webhook)
        clock.advance(5)
        assert send(webhook) >= 1


def test_gone_disables_at_once_and_tells_the_account_by_its_other_webhooks():
    with sink(status(410)) as gone, sink() as other:
        owner, webhook = hooked(gone)
        second = open_webhook(owner, other.url, "webhook.disabled")
        happen(owner)
        happen(owner)
        assert send(webhook) == 1
        assert (health(webhook).disabled_for, health(webhook).disabled_at is None) == (
            "gone",
            False,
        )
        assert [(one.state, len(one.attempts)) for one in deliveries(webhook)] == [
            ("failed", 1),
            ("failed", 0),
        ]
        told = AccountEvent.objects.get(account=owner.account, type="webhook.disabled")
        assert told.data == {"webhook": webhook["id"], "reason": "gone"}
        assert send(second) == 1
        assert other.got[0].verified(second["secret"])["data"] == told.data
        happen(owner)
        assert len(deliveries(webhook)) == 2  # nothing more is written down for it


def test_an_address_that_was_given_up_says_nothing_about_the_present_one():
    """It answers 410 because its owner has moved on, to where the message goes then."""
    with sink() as present:

        def gone_because_it_moved(handler: BaseHTTPRequestHandler) -> None:
            with closing(connection):  # of the thread of this receiver
                Webhook.objects.filter(id=webhook["id"]).update(url=present.url)
            status(410)(handler)

        with sink(gone_because_it_moved) as old:
            owner, webhook = hooked(old)
            happen(owner)
            assert send(webhook) == 2
        assert (health(webhook).disabled_at, health(webhook).failures) == (None, 0)
        assert [(one.state, len(one.attempts)) for one in deliveries(webhook)] == [("delivered", 2)]
        assert len(present.got) == 1


def test_five_days_of_failures_disable_it(clock):
    with sink(status(500)) as receiver:
        owner, webhook = hooked(receiver)
        happen(owner)
        assert send(webhook) == 1
        clock.advance(schedule.GIVEN_UP_AFTER.total_seconds() - DAY)
        happen(owner)
        for _ in range(2 * len(schedule.DELAYS)):
            send(webhook)
            clock.advance(1.1 * DAY)
        assert health(webhook).disabled_for == "failing"
        assert not WebhookDelivery.objects.filter(
            webhook=webhook["id"], due_at__isnull=False
        ).exists()
        enabled = owner.request("PATCH", f"/webhooks/{webhook['id']}", {"enabled": True}).json()
        assert (enabled["disabled"], enabled["failures"], enabled["failing_since"]) == (
            None,
            0,
            None,
        )


def test_only_a_few_slow_ones_are_served_at_once_and_the_others_first(receiver):
    owners = [open_person() for _ in range(leasing.SLOW_AT_ONCE + 2)]
    hooks = [open_webhook(owner, receiver.url) for owner in owners]
    fast = hooks[-1]
    Webhook.objects.filter(id__in=[one["id"] for one in hooks[:-1]]).update(slow=True)
    happen(*owners)
    ids = {str(one["id"]): one for one in hooks}
    waiting = [str(id_) for id_ in leasing.waiting(limit=1000) if str(id_) in ids]
    assert waiting[0] == fast["id"]
    assert len(waiting) == len(hooks)
    leases = [leasing.take(Webhook.objects.get(id=one["id"]).id) for one in hooks]
    assert [lease is not None for lease in leases] == [True] * 4 + [False, True]
    for lease in leases:
        if lease is not None:
            leasing.release(lease)


def test_one_owner_holds_up_so_many_threads_and_no_more(receiver):
    """S68: with bots, and though each address is made to look new again by a change of it."""
    owner = open_person()
    bot = open_bot(owner)
    program = bot_player(owner, bot, "games:read", "webhooks:manage")
    whose = [owner, program, owner, program, owner]
    hooks = [open_webhook(one, receiver.url) for one in whose]
    other = open_webhook(open_person(), receiver.url)
    leases = [leasing.take(UUID(one["id"])) for one in (*hooks, other)]
    assert [one is not None for one in leases] == [True, True, True, False, False, True]
    for lease in leases:
        if lease is not None:
            leasing.release(lease)


def test_what_no_message_brings_to_a_worker_is_sent_by_a_timer(no_others, receiver, clock):
    """S36: and what rests for a while, or is served by a worker, is left to that."""
    owner, webhook = hooked(receiver)
    happen(owner)
    see_to_webhooks()
    assert not receiver.got
    clock.advance(PATIENCE + 1)
    lease = leasing.take(UUID(webhook["id"]))
    assert lease is not None
    see_to_webhooks()
    assert not receiver.got
    leasing.release(lease)
    see_to_webhooks()
    assert len(receiver.got) == 1
    happen(owner)
    clock.advance(PATIENCE + 1)
    Webhook.objects.filter(id=webhook["id"]).update(rests_until=database.now())
    see_to_webhooks()
    assert len(receiver.got) == 1
    clock.advance(PATIENCE + 1)
    see_to_webhooks()
    assert len(receiver.got) == 2


def test_whose_turn_was_the_longest_ago_comes_first(receiver, clock):
    owners = [hooked(receiver) for _ in range(3)]
    for owner, webhook in owners:
        happen(owner)
        send(webhook)
        clock.advance(1)
    for owner, _ in reversed(owners):
        happen(owner)
    mine = [webhook["id"] for _, webhook in owners]
    assert [str(id_) for id_ in leasing.waiting(limit=1000) if str(id_) in mine] == mine


def test_nothing_is_sent_for_a_bot_that_is_disabled(receiver):
    owner = open_person()
    name = open_bot(owner)
    bot = bot_player(owner, name, "webhooks:manage", "games:read")
    webhook = open_webhook(bot, receiver.url)
    happen(bot)
    owner.request("PATCH", f"/bots/{name}", {"disabled": True})
    assert send(webhook) == 0
    owner.request("PATCH", f"/bots/{name}", {"disabled": False})
    assert send(webhook) == 1


def test_what_happens_to_many_is_written_down_in_one_statement(receiver):
    """S74: one event for one account takes as many as one for each of four."""
    owners = [hooked(receiver)[0] for _ in range(4)]
    with CaptureQueriesContext(connection) as one:
        happen(owners[0])
    with CaptureQueriesContext(connection) as four:
        happen(*owners)
    of_the_test = 3 * 2  # the time, and the id of each further account
    assert len(four) == len(one) + of_the_test


def test_a_transaction_that_fails_has_sent_nothing(receiver):
    """S23."""
    owner, webhook = hooked(receiver)
    news = News(
        account=owner.account,
        type=EventType.GAME_STARTED,
        at=database.now(),
        data=OwnSeatData(game="g", version=1, seat=0),
        dedupe="never",
    )

    def fall_over() -> None:
        with transaction.atomic(durable=True):
            tell([news])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fall_over()
    assert deliveries(webhook) == []
    assert send(webhook) == 0
    with transaction.atomic(durable=True):  # told twice it is sent once
        tell([news])
        tell([news])
    assert send(webhook) == 1


def test_old_deliveries_are_forgotten_and_what_waits_is_not(receiver, clock, settings):
    owner, webhook = hooked(receiver)
    happen(owner)
    send(webhook)
    happen(owner)
    clock.advance((settings.HERDBOOK_DELIVERY_DAYS + 1) * DAY)
    assert purging.forget_old() >= 1
    (left,) = deliveries(webhook)
    assert left.state == "waiting"


@pytest.fixture
def no_others(database: None) -> None:
    """Only what this test sends counts."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM webhook_delivery")


def test_a_low_rate_is_an_alert_and_seen_by_the_operator(no_others, caplog, capsys):
    """S67."""
    answers = [status(204)] * (ENOUGH - 1) + [status(500)]
    with sink(*answers) as receiver:
        owner, webhook = hooked(receiver)
        for _ in answers[:-1]:
            happen(owner)
        send(webhook)
        call_command("webhooks")
        assert "ok" in capsys.readouterr().out
        assert not WEBHOOKS.watch().is_alarming
        for _ in range(2):
            happen(owner)
            Webhook.objects.update(rests_until=None)
            send(webhook)
    assert WEBHOOKS.rate().share == pytest.approx(19 / 21)
    with caplog.at_level(logging.ERROR, logger="herdbook.alerts"):
        assert WEBHOOKS.watch().is_alarming
    (line,) = (r.getMessage() for r in caplog.records if r.name == "herdbook.alerts")
    assert line.startswith("alert=delivery channel=webhooks delivered=19 tried=21 rate=0.905")
    with pytest.raises(SystemExit):
        call_command("webhooks", "--json")
    assert '"state": "failing"' in capsys.readouterr().out


def test_messages_that_nobody_sends_are_seen_by_the_operator(no_others, receiver, clock, capsys):
    owner, _ = hooked(receiver)
    happen(owner)
    assert not backlog().is_stuck
    clock.advance(MOST + 1)
    with pytest.raises(SystemExit):
        call_command("webhooks")
    assert "stuck" in capsys.readouterr().out


def test_no_secret_and_no_address_reaches_a_log(receiver, caplog):
    with caplog.at_level(logging.DEBUG):
        owner, webhook = hooked(receiver, STARTED)
        rotated = owner.post(f"/webhooks/{webhook['id']}/rotate-secret").json()
        happen(owner)
        send(webhook)
    text = "\n".join(r.getMessage() for r in caplog.records if r.name.startswith("herdbook"))
    assert webhook["id"] in text
    for secret in (webhook["secret"], rotated["secret"], receiver.url, str(receiver.port)):
        assert secret not in text
    got = receiver.got[0]
    assert got.headers["webhook-signature"] not in text
    assert repr(webhook["secret"]) not in repr(Webhook.objects.get(id=webhook["id"]).__dict__)
