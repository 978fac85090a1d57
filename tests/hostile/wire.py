"""Requests as bytes, sent to a running server as they are, and the status of each answer."""

import socket
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

PATIENCE = 15.0
"""Seconds for which an answer may be awaited; then it counts as none."""
_ENDLESS = (b"text/event-stream",)


@dataclass(frozen=True)
class Request:
    """One request; header fields are sent in this order, and no other is added but `Host`."""

    method: bytes
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    framed: bool = True
    """Whether `Content-Length` is added, and says how long the body is."""

    def text(self) -> bytes:
        lines = [self.method + b" " + self.target + b" HTTP/1.1"]
        fields = list(self.headers)
        if not any(name.lower() == b"host" for name, _ in fields):
            fields.insert(0, (b"Host", b"localhost"))
        if self.framed and (self.body or self.method != b"GET"):
            fields.append((b"Content-Length", str(len(self.body)).encode()))
        lines += [name + b": " + value for name, value in fields]
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


@dataclass
class Statuses:
    """What a server has answered, and with which requests it failed."""

    seen: Counter[int] = field(default_factory=Counter)
    closed: int = 0
    """Requests after which the server hung up without a word: it could not make them out."""
    late: list[Request] = field(default_factory=list)
    failed: list[Request] = field(default_factory=list)

    @property
    def sent(self) -> int:
        return self.seen.total() + self.closed + len(self.late)

    def __str__(self) -> str:
        counted = " ".join(f"{status}:{n}" for status, n in sorted(self.seen.items()))
        return f"{self.sent} requests: {counted} closed:{self.closed} late:{len(self.late)}"


class Wire:
    """Connections to one server: each is used until it is closed, or cannot be trusted."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self._open: socket.socket | None = None
        self.statuses = Statuses()

    def send(self, requests: Iterable[Request]) -> Statuses:
        try:
            for request in requests:
                self._count(request)
        finally:
            self.close()
        return self.statuses

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _count(self, request: Request) -> None:
        try:
            status = self._ask(request)
        except TimeoutError:
            self.statuses.late.append(request)
            self.close()
            return
        if status is None:
            self.statuses.closed += 1
            return
        self.statuses.seen[status] += 1
        if status >= 500:
            self.statuses.failed.append(request)

    def _ask(self, request: Request) -> int | None:
        """Return the status; None if the server hangs up. Once, a closed connection is renewed."""
        for _ in range(2):
            is_fresh = self._open is None
            if self._open is None:
                self._open = socket.create_connection(self._address, PATIENCE)
            with suppress(ConnectionError):
                self._open.sendall(request.text())
            if not request.framed:  # or it would be waited for what never comes
                with suppress(OSError):  # it has hung up already
                    self._open.shutdown(socket.SHUT_WR)
            with suppress(ConnectionError):
                status = self._read(request)
                if status is not None:
                    return status
            self.close()
            if is_fresh:
                return None
        return None

    def _read(self, request: Request) -> int | None:
        assert self._open is not None
        got = b""
        while b"\r\n\r\n" not in got:
            more = self._open.recv(65536)
            if not more:
                return None
            got += more
        head, _, rest = got.partition(b"\r\n\r\n")
        status, fields = _read_head(head)
        if status == 100:  # go on: what follows is the answer
            return self._read(request) if not rest else _read_head(rest)[0]
        length = fields.get(b"content-length")
        is_clean = request.framed and length is not None and fields.get(b"connection") != b"close"
        if not is_clean or request.method in {b"HEAD", b"CONNECT"}:
            self.close()  # what is left of it would be read as the next answer
            return status
        missing = int(length or 0) - len(rest)
        while missing > 0:
            more = self._open.recv(65536)
            if not more:
                self.close()
                break
            missing -= len(more)
        if missing < 0:
            self.close()
        return status


def _read_head(head: bytes) -> tuple[int, dict[bytes, bytes]]:
    line, *lines = head.split(b"\r\n")
    fields = (one.partition(b":") for one in lines)
    return int(line.split(b" ")[1]), {n.strip().lower(): v.strip().lower() for n, _, v in fields}
