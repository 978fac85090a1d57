"""Workers that meet at one webhook."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from accounts.webhooks import leasing, recording
from accounts.webhooks.delivering import deliver
from accounts.webhooks.leasing import Due, Lease
from accounts.webhooks.models import Webhook
from accounts.webhooks.posting import Answer
from tests.accounts.people import open_person
from tests.accounts.webhooks.hooks import deliveries, happen, hooked, open_webhook, send
from tests.accounts.webhooks.sinks import sink, status
from tests.concurrency.racing import answers, errors

pytestmark = pytest.mark.usefixtures("loopback_open")


def _begun(webhook: dict[str, Any]) -> tuple[Lease, Due]:
    """Return what a worker holds while it sends."""
    lease = leasing.take(UUID(webhook["id"]))
    assert lease is not None
    due = leasing.next_due(lease)
    assert due is not None
    return lease, due


def test_of_sixteen_workers_one_sends_each_message(sixteen):
    """S65: one send for each attempt, whoever was rung."""
    with sink() as receiver:
        owner, webhook = hooked(receiver)
        for _ in range(5):
            happen(owner)
        finishes = sixteen.race([lambda: deliver(UUID(webhook["id"]))] * 16)
        assert errors(finishes) == []
        send(webhook)
        assert sum(answers(finishes)) == len(receiver.got) == 5
        assert len({got.id for got in receiver.got}) == 5
        assert {len(one.attempts) for one in deliveries(webhook)} == {1}


def test_a_worker_that_dies_while_it_sends_leaves_the_message_to_the_next(database, clock):
    """The same message under the same id, when the lease has ended."""
    with sink() as receiver:
        owner, webhook = hooked(receiver)
        happen(owner)
        lease, due = _begun(webhook)  # it is on its way, and then nobody says what became of it
        assert send(webhook) == 0
        clock.advance(leasing.LEASE + 1)
        assert UUID(webhook["id"]) in leasing.waiting(limit=1000)
        assert send(webhook) == 1
        assert receiver.got[0].id == f"msg_{due.delivery.hex}"
        assert leasing.next_due(lease) is None  # the dead one, should it wake up


def test_what_a_worker_says_whose_lease_has_ended_is_not_believed(database, clock):
    with sink() as receiver:
        owner, webhook = hooked(receiver)
        happen(owner)
        late, due = _begun(webhook)
        clock.advance(leasing.LEASE + 1)
        assert send(webhook) == 1
        recording.record(late, due, Answer(latency_ms=1, status=410))
        (delivery,) = deliveries(webhook)
        assert (delivery.state, len(delivery.attempts)) == ("delivered", 1)
        assert Webhook.objects.get(id=webhook["id"]).disabled_at is None


def test_a_webhook_that_is_removed_while_it_is_sent_to_is_gone(database):
    sent, gone = Event(), Event()

    def answer(handler):
        sent.set()
        gone.wait(30)
        status(204)(handler)

    with sink(answer) as receiver, ThreadPoolExecutor(1) as worker:
        owner, webhook = hooked(receiver)
        happen(owner)
        sending = worker.submit(_deliver_and_close, webhook["id"])
        assert sent.wait(30)
        assert owner.delete(f"/webhooks/{webhook['id']}").status_code == 204
        gone.set()
        assert sending.result(30) == 1
        assert deliveries(webhook) == []


def _deliver_and_close(webhook: str) -> int:
    try:
        return deliver(UUID(webhook))
    finally:
        connection.close()


def test_events_and_removals_at_one_moment_harm_nobody(sixteen):
    """An event is told to all accounts in one transaction: none of them may make it fail."""
    owners = [open_person() for _ in range(8)]
    hooks = [open_webhook(owner, "https://1.1.1.1/") for owner in owners]

    def remove(number: int) -> None:
        answer = owners[number].delete(f"/webhooks/{hooks[number]['id']}")
        assert answer.status_code == 204

    calls = [lambda n=n: remove(n) for n in range(8)]
    finishes = sixteen.race([*calls, *[lambda: happen(*owners) and None] * 8])
    assert errors(finishes) == []
    assert Webhook.objects.filter(id__in=[one["id"] for one in hooks]).count() == 0


def test_two_at_once_make_no_more_than_there_may_be(sixteen, settings):
    settings.HERDBOOK_WEBHOOKS_MOST = 3
    owner = open_person()
    body = {"url": "https://1.1.1.1/", "types": ["game.started"]}
    finishes = sixteen.race([lambda: owner.post("/webhooks", body).status_code] * 16)
    assert sorted(answers(finishes)) == [201] * 3 + [409] * 13
