"""Requests that are cut off: a raw socket that is closed at a byte of the test's choice."""

import json
import socket
import struct
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

_RESET = struct.pack("ii", 1, 0)
"""Linger for no time at all, so that closing is a reset."""


@dataclass(frozen=True)
class Wire:
    """Where the server listens."""

    url: str

    def request(self, method: str, path: str, body: Any, *, token: str) -> bytes:
        """Return a request, byte for byte."""
        content = json.dumps(body).encode()
        head = (
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: {urlsplit(self.url).netloc}\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
        )
        return head.encode() + content

    def send(self, request: bytes, *, read: int, reset: bool) -> int:
        """Send these bytes, read so many of the answer, and be gone; return how many came."""
        split = urlsplit(self.url)
        assert split.hostname is not None
        came = 0
        with socket.create_connection((split.hostname, split.port or 80), timeout=30) as line:
            line.sendall(request)
            while came < read and (got := line.recv(read - came)):
                came += len(got)
            if reset:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        return came
