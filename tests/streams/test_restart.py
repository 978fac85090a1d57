"""A server that restarts says goodbye, and who comes again misses nothing (A04, S46)."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest
from django.db import connection

from config.stack.state import CHECKOUT
from tests.cast import API
from tests.contract.frames import frames_of
from tests.stack.stacks import free_port, until
from tests.tables import seated, turns, whole_log


class Server:
    """The ASGI process as `make run` starts it, on the database of the tests."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{API}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        url = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{connection.settings_dict['NAME']}"
        self.process = subprocess.Popen(
            [
                *(
                    sys.executable,
                    "-m",
                    "granian",
                    "--interface",
                    "asgi",
                    "config.asgi:application",
                ),
                *("--host", "127.0.0.1", "--port", str(self.port), "--workers-kill-timeout", "5"),
            ],
            cwd=CHECKOUT,
            env={**os.environ, "DATABASE_URL": url, "HERDBOOK_CONNECT_AS": "app"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(self._answers, "a server")

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health/ready", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        """Stop it as a service manager does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)


@pytest.fixture
def server(database) -> Iterator[Server]:
    one = Server()
    one.start()
    yield one
    one.stop()


def test_a_restart_loses_nothing(server, alice, bob):
    game = seated(alice, bob)
    play = turns(game, alice, bob)
    headers = {"Authorization": f"Bearer {alice.token}"}
    shown, cursor = [], "0"
    for _ in range(2):
        with httpx.stream(
            "GET",
            f"{server.url}/games/{game}/stream",
            headers={**headers, "Last-Event-ID": cursor},
            timeout=20,
        ) as answer:
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == "text/event-stream"
            body = b""
            for chunk in answer.iter_bytes():
                body += chunk
                if b"event: snapshot" in body and server.process.returncode is None:
                    next(play)
                    began = time.monotonic()
                    server.stop()
                    assert time.monotonic() - began < 5, "nobody had to be killed"
        frames = list(frames_of(body))
        assert frames[-1].event == "bye"
        assert frames[-1].shown["reason"] == "server_restart"
        cursor = frames[-1].id
        shown += [frame.shown for frame in frames if frame.event == "event"]
        next(play)
        server.start()
    with httpx.stream(
        "GET", f"{server.url}/games/{game}/stream?after={cursor}", headers=headers, timeout=20
    ) as answer:
        body, frames = b"", []
        for chunk in answer.iter_bytes():
            body += chunk
            frames = list(frames_of(body))
            if frames[-1].event == "event":
                break
    shown += [frame.shown for frame in frames if frame.event == "event"]
    assert shown == whole_log(alice, game)
