"""Webhooks of a whole server: real workers, real receivers, and processes that die."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import herdbook
import pytest

from tests.accounts.people import PASSWORD, fresh_name
from tests.accounts.webhooks.sinks import sink, status
from tests.stack.stacks import Stack, until

TURN = "game.decision_requested"
HERDBOOK = Path(sys.executable).parent / "herdbook"


@pytest.fixture
def ann(live_url: str) -> Iterator[herdbook.Client]:
    """Somebody with an account of her own."""
    with herdbook.Client(live_url, retries=herdbook.PATIENT) as client:
        client.token = client.register(fresh_name(), PASSWORD).token
        yield client


def play_one(client: herdbook.Client) -> herdbook.Game:
    """Begin a game in which the first decision is one's own."""
    return client.games.create("mow", [herdbook.ME, herdbook.house("random")])


def secret_of(webhook: herdbook.Webhook) -> str:
    assert webhook.secret is not None
    return webhook.secret


def test_each_turn_is_told_once_and_the_end_of_the_game_too(live: Stack, ann, receiver):
    """S64, S65: two workers, two sweeps and beat look for it."""
    webhook = ann.webhooks.create(receiver.url, [TURN, "game.started", "game.finished"])
    game = play_one(ann)
    until(lambda: len(receiver.got) >= 2, "the first turn to be told", seconds=10)
    decision = game.decision
    assert decision is not None
    ann.games.move(game.id, decision.legal_moves[0], decision=decision.id)
    until(lambda: len(receiver.got) >= 3, "the next turn to be told", seconds=10)
    ann.games.resign(game.id)
    until(lambda: b"game.finished" in receiver.got[-1].body, "the end to be told", seconds=10)
    told = [got.verified(secret_of(webhook)) for got in receiver.got]
    assert {one["data"]["game"] for one in told} == {game.id}
    assert [one["type"] for one in told if one["type"] != TURN] == ["game.started", "game.finished"]
    decisions = [one["data"]["decision"] for one in told if one["type"] == TURN]
    assert decisions[0] == decision.id
    assert len(decisions) == len(set(decisions)) >= 2
    assert len({got.id for got in receiver.got}) == len(told)


def test_dead_receivers_delay_no_healthy_one(live: Stack, ann, receiver):
    """More of them than there are threads for the slow; the healthy one has its message in 5 s."""
    with ExitStack() as stack, herdbook.Client(ann.url) as ben:
        ben.token = ben.register(fresh_name(), PASSWORD).token
        for _ in range(7):
            silent = stack.enter_context(sink(_hang))
            ben.webhooks.create(silent.url, [TURN])
        play_one(ben)
        play_one(ben)
        ann.webhooks.create(receiver.url, [TURN])
        begin = time.monotonic()
        play_one(ann)
        until(lambda: receiver.got, "the message", seconds=10)
        assert time.monotonic() - begin < 5
        for webhook in ben.webhooks.list().items:
            ben.webhooks.delete(webhook.id)


def test_a_worker_that_is_killed_while_it_sends_loses_nothing_and_harms_nothing(live: Stack, ann):
    """`kill -9` with messages on their way to three receivers and one behind each (S36).

    What was on its way is sent again, the same under the same id, and each receiver is told of both
    decisions.
    """
    with ExitStack() as stack:
        hanging = [stack.enter_context(sink(_hang, status(204))) for _ in range(3)]
        webhooks = [ann.webhooks.create(one.url, [TURN]) for one in hanging]
        games = [play_one(ann), play_one(ann)]
        until(lambda: all(one.got for one in hanging), "the first attempts", seconds=15)
        live.kill_service("hooks")
        with live.connect() as connection:  # as if the rest of the leases had gone by
            ids = [webhook.id for webhook in webhooks]
            connection.execute(
                "UPDATE webhook SET leased_until = clock_timestamp() WHERE id = ANY(%s)", [ids]
            )
        until(lambda: all(len(one.got) >= 3 for one in hanging), "all messages", seconds=30)
        for webhook, one in zip(webhooks, hanging, strict=True):
            first, *later = one.got
            assert [got.body for got in later if got.id == first.id] == [first.body]
            told = {got.id: got.verified(secret_of(webhook))["data"]["decision"] for got in later}
            assert len(told) == len(later) == 2
            assert set(told.values()) == {game.decision.id for game in games if game.decision}
        until(lambda: not any(_waiting(ann, one) for one in webhooks), "the record", seconds=10)
        for game in games:
            assert ann.games.view(game.id).decision == game.decision
        for webhook in webhooks:
            ann.webhooks.delete(webhook.id)


def _hang(handler):
    handler.server.sink.ended.wait()


def _waiting(client: herdbook.Client, webhook: herdbook.Webhook) -> list[str]:
    found = client.webhooks.deliveries(webhook.id).items
    return [one.state for one in found if one.state != "delivered"]


def test_a_broker_that_is_gone_loses_no_message(live: Stack, ann, receiver):
    """S36: what was committed meanwhile is found by a sweep."""
    ann.webhooks.create(receiver.url, [TURN])
    pid = live.pid("broker")
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    play_one(ann)
    live.wait_until_ready()
    until(lambda: receiver.got, "the message", seconds=20)
    assert len(receiver.got) == 1


def test_the_command_line_listens_and_tests(live: Stack, ann):
    environment = {"HERDBOOK_URL": ann.url, "HERDBOOK_TOKEN": str(ann.token), "HOME": "/nowhere"}
    listening = subprocess.Popen(
        [HERDBOOK, "webhooks", "listen", "--json", TURN],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert listening.stdout is not None
        assert listening.stderr is not None
        assert "Listening at http://127.0.0.1:" in listening.stderr.readline()
        (webhook,) = ann.webhooks.list().items
        tested = subprocess.run(
            [HERDBOOK, "webhooks", "test", webhook.id],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert tested.stdout.startswith("delivered, status 204, "), tested.stderr
        assert tested.returncode == 0
        game = play_one(ann)
        messages = [json.loads(listening.stdout.readline()) for _ in range(2)]
        assert [one["type"] for one in messages] == ["webhook.test", TURN]
        assert messages[1]["data"]["game"] == game.id
        listening.send_signal(signal.SIGINT)
        assert listening.wait(timeout=30) == 1
        assert ann.webhooks.list().items == ()
    finally:
        listening.kill()
        listening.communicate()
