"""A double of the network peer: a real HTTP server on the loopback that says what it is told."""

import contextlib
import json
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from herdbook import Client, Retries


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any
    peer: tuple[str, int]


@dataclass(frozen=True)
class Answer:
    """What to say to a request; `cut` closes the connection instead, after so many bytes.

    A `stream` is said piece by piece as it comes out of the queue; None ends it.
    """

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    stream: "queue.Queue[bytes | None] | None" = None

    def raw(self) -> bytes:
        if self.body is None:
            return b""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


Script = Callable[[Asked], Answer | None]


class Peer:
    """Answers from `script`, if that has an answer, else the next of `answers`."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.answers: list[Answer] = []
        self.script: Script = lambda _: None
        self._server: ThreadingHTTPServer | None = None
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        handler = type("Handler", (Handler,), {"peer": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._server.daemon_threads = True
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def says(self, *answers: Answer) -> None:
        self.answers += answers

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        scripted = self.script(asked)
        return scripted or (self.answers.pop(0) if self.answers else problem(404, "not_found"))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    peer: Peer

    def handle_one_request(self) -> None:
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline or not self.parse_request():
            self.close_connection = True
            return
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        is_form = headers.get("content-type", "").startswith("application/x-www-form")
        body = (text.decode() if is_form else json.loads(text)) if text else None
        asked = Asked(self.command, self.path, headers, body, self.client_address)
        self.say(self.peer.answer(asked))

    def say(self, answer: Answer) -> None:
        if answer.cut == 0:
            self.close_connection = True
            return
        if answer.stream is not None:
            self.say_all(answer.stream)
            return
        raw = answer.raw()
        self.send_response(answer.status)
        kind = "application/json" if answer.status < 400 else "application/problem+json"
        headers = {"Content-Type": kind} | answer.headers
        if answer.status not in {204, 304}:
            headers["Content-Length"] = str(len(raw))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw[: answer.cut])
        self.close_connection = self.close_connection or answer.cut is not None

    def say_all(self, stream: "queue.Queue[bytes | None]") -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        with contextlib.suppress(OSError):  # who asked may have hung up
            while (part := stream.get()) is not None:
                self.wfile.write(part)

    def log_message(self, *_: Any) -> None:
        return


def problem(status: int, code: str, *, headers: dict[str, str] | None = None, **members) -> Answer:
    document = {"title": "No", "detail": "Not so.", "code": code, "status": status, **members}
    return Answer(status, document, headers or {})


class Words:
    """What tests say: gathered in a fixture, for a conftest is not to be imported."""

    Answer = Answer
    problem = staticmethod(problem)
    lost = Answer(cut=0)

    @staticmethod
    def ok(body: Any = None, status: int = 200, **headers: str):
        return Answer(
            status, body, {name.replace("_", "-"): value for name, value in headers.items()}
        )

    @staticmethod
    def game(**changes: Any) -> dict[str, Any]:
        seats = [
            {"seat": 0, "kind": "bot", "name": "sandbox-1", "state": "playing", "score": 0},
            {
                "seat": 1,
                "kind": "house",
                "name": "house-normal",
                "strategy": "normal",
                "state": "playing",
                "score": 3,
            },
        ]
        table = {
            "hand": ["2.1", "B16"],
            "hand_sizes": [2, 5],
            "deck_size": 20,
            "herd": ["5.0", "S@6", "7.1^A7"],
            "stable_sizes": [0, 4],
            "stable": [],
            "arrow": "L",
            "phase": "turn",
            "turn": 0,
            "round": 1,
            "starter": 0,
            "totals": [0, 3],
            "last_round": None,
        }
        return {
            "id": "g1", "ruleset": "mow", "rules_version": 1, "options": {"limit": 100},
            "status": "running", "version": 5, "rated": False, "private": False,
            "created_at": "2026-01-01T00:00:00.000Z", "started_at": None, "finished_at": None,
            "server_now": "2026-01-01T00:00:01.000Z",
            "time_control": {"kind": "per_move", "seconds": 60, "on_expiry": "house-bot"},
            "seats": seats, "you": {"seat": 0}, "table": table,
            "deciding": [{"seat": 0, "kind": "turn"}],
            "decision": {"id": "d1", "seat": 0, "kind": "turn", "legal_moves": ["2.1", "take"]},
            "free_moves": [], "outcome": None, "a_member_of_tomorrow": 1,
        } | changes  # fmt: skip

    @classmethod
    def finished(cls, **changes: Any) -> dict[str, Any]:
        outcome: Any = {"winners": [0], "losers": [1], "scores": [12, 101], "reason": "completed"}
        over: dict[str, Any] = {
            "status": "finished",
            "decision": None,
            "deciding": [],
            "outcome": outcome,
        }
        return cls.game(**over, **changes)


@pytest.fixture
def words() -> type[Words]:
    return Words


@pytest.fixture
def peer() -> Iterator[Peer]:
    peer = Peer()
    yield peer
    peer.stop()


@pytest.fixture
def naps() -> list[float]:
    """Seconds that clients would have slept, one entry for each pause."""
    return []


@pytest.fixture
def client(peer: Peer, naps: list[float]) -> Iterator[Client]:
    retries = Retries(limit=5, patience=60, sleep=naps.append)
    with Client(peer.url, "hb_1_secret", timeout=5, retries=retries) as client:
        yield client
