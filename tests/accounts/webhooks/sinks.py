"""Receivers of webhooks: small HTTP servers that keep what they get and answer as a test wants."""

import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

from tests.canary.channels import search_secrets, search_value


@dataclass(frozen=True)
class Got:
    """One message as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> Any:
        """Return the body as a receiver reads it; raise if the signature does not fit."""
        return Webhook(secret).verify(self.body, self.headers)


Answer = Callable[[Any], object]
"""Answers by the handler of the request, whose `server.sink` is the receiver."""


def status(code: int, **headers: str) -> Answer:
    """Return an answer with this status and an empty body."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


@dataclass
class Sink:
    """A receiver; `answers` are given in turn, the last one for ever."""

    answers: list[Answer] = field(default_factory=lambda: [status(204)])
    got: list[Got] = field(default_factory=list)
    port: int = 0
    scheme: str = "http"
    ended: threading.Event = field(default_factory=threading.Event)
    """Set at the end of the test, for answers that take long."""

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/hook"

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length", 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.got.append(Got(handler.path, headers, handler.rfile.read(length)))
        _search(self.got[-1])
        place = min(len(self.got), len(self.answers)) - 1
        self.answers[place](handler)


def _search(got: Got) -> None:
    """Report cards and secrets in a message (F41)."""
    try:
        search_value("webhook", got.path, json.loads(got.body))
    except ValueError:  # whoever sends by hand may send anything
        search_secrets("webhook", got.path, got.body.decode(errors="replace"))


@contextmanager
def sink(*answers: Answer, tls: ssl.SSLContext | None = None) -> Iterator[Sink]:
    """Run a receiver."""
    made = Sink(list(answers) or [status(204)])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.take(self)

        def do_GET(self) -> None:
            made.take(self)

        def log_message(self, *arguments: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            pass  # whoever sends may hang up at any time

    server = Server(("127.0.0.1", 0), Handler)
    server.sink = made  # type: ignore[attr-defined]  # for answers
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
        made.scheme = "https"
    made.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield made
    finally:
        made.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()
