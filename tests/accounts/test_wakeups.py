"""Wake-ups are sent and never waited for, whatever the cache does."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import redis
from django.conf import settings as configured

from accounts.wakeups import CHANNEL, SILENCE, Publisher


def _url():
    return configured.HERDBOOK_CACHE_URL.replace("valkey", "redis", 1)


@pytest.fixture
def heard() -> Iterator["redis.client.PubSub"]:
    with redis.Redis.from_url(_url()) as client, client.pubsub() as listening:
        listening.subscribe(CHANNEL)
        assert listening.get_message(timeout=5)["type"] == "subscribe"
        yield listening


def _next(heard, prefix):
    end = time.monotonic() + 5
    while time.monotonic() < end:
        message = heard.get_message(timeout=1)
        if message is not None and message["data"].startswith(prefix):
            return message["data"]
    return None


def test_what_threads_send_at_once_all_arrives(heard):
    publisher = Publisher(_url())
    sent = {f"crowd {number} {place}" for number in range(8) for place in range(50)}

    def send(number):
        for place in range(50):
            publisher.send(f"crowd {number} {place}")

    threads = [threading.Thread(target=send, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {_next(heard, b"crowd").decode() for _ in sent} == sent


def test_a_cut_connection_is_made_again_at_once(heard):
    publisher = Publisher(_url())
    publisher.send("cut 1")
    assert _next(heard, b"cut") == b"cut 1"
    with redis.Redis.from_url(_url()) as client:
        client.client_kill_filter(_type="normal", skipme=True)
    end = time.monotonic() + 5
    found = None
    while found is None and time.monotonic() < end:
        publisher.send("cut 2")  # what goes into the socket before it is known to be closed is lost
        message = heard.get_message(timeout=0.1)
        found = message["data"] if message is not None else None
    assert found == b"cut 2"
    assert publisher._silent_until == 0


def test_a_cache_that_is_away_costs_nothing():
    publisher = Publisher("redis://127.0.0.1:1")
    begun = time.monotonic()
    for _ in range(100):
        publisher.send("away")
    assert time.monotonic() - begun < 0.5
    end = time.monotonic() + 5
    while not publisher._silent_until and time.monotonic() < end:
        time.sleep(0.01)  # there is nothing to wait for but the thread that tries
    assert publisher._silent_until - time.monotonic() <= SILENCE
    publisher.send("away")
    assert not publisher._messages


def test_a_cache_that_reads_nothing_holds_up_nobody():
    """It takes the connection and then never looks at what is in it."""
    with socket.create_server(("127.0.0.1", 0)) as stuck:
        publisher = Publisher(f"redis://127.0.0.1:{stuck.getsockname()[1]}")
        publisher.send("stuck")
        line, _ = stuck.accept()
        with line:
            threading.Thread(target=_greet, args=(line,), daemon=True).start()
            longest = 0.0
            for _ in range(2000):
                begun = time.monotonic()
                publisher.send("x" * 10_000)
                longest = max(longest, time.monotonic() - begun)
            assert longest < 0.5


def _greet(line):
    """Say yes to what the library sends at first."""
    with contextlib.suppress(OSError):  # the test was over first
        line.sendall(b"+OK\r\n" * 8)
