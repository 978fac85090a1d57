"""A receiver of webhooks on this machine, for whoever wants to see what comes."""

import json
import secrets
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, cast

from standardwebhooks import Webhook, WebhookVerificationError

LONGEST = 64 * 1024
"""Bytes of a message that are read."""
SECONDS = 10.0
"""For a message to come in."""


class Listener(HTTPServer):
    """Takes messages at an address that nobody guesses; what is not signed is refused.

    Port 0 is one that is free. Set the `secret` before it serves.
    """

    def __init__(self, port: int, show: Callable[[dict[str, Any]], None]) -> None:
        self.path = f"/{secrets.token_urlsafe(12)}"
        self.secret = ""
        self.show = show
        super().__init__(("127.0.0.1", port), _Handler)

    @property
    def url(self) -> str:
        """Where messages are to be sent."""
        return f"http://127.0.0.1:{self.server_port}{self.path}"


class _Handler(BaseHTTPRequestHandler):
    timeout = SECONDS

    def do_POST(self) -> None:
        listener = cast("Listener", self.server)
        length = self.headers.get("Content-Length", "")
        fits = length.isascii() and length.isdigit() and int(length) <= LONGEST
        if self.path != listener.path or not fits:
            self._answer(HTTPStatus.NOT_FOUND)
            return
        body = self.rfile.read(int(length))
        try:
            message = Webhook(listener.secret).verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError, json.JSONDecodeError):
            self._answer(HTTPStatus.BAD_REQUEST)
            return
        self._answer(HTTPStatus.NO_CONTENT)
        listener.show(message)

    def _answer(self, status: HTTPStatus) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as the base has it
        """Say nothing: what comes is shown by `show`."""
