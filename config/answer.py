"""A response of the synchronous code, held back by the process that waits."""

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import msgspec

from accounts.api.streaming import STREAM_HEADER, Opening
from config.contract import JsonRenderer
from config.errors import CATALOGUE, MEDIA_TYPE, Problem
from config.middleware import TOPIC_HEADER

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
_TOPIC, _STREAM = TOPIC_HEADER.lower().encode(), STREAM_HEADER.lower().encode()


@dataclass
class Answer:
    """A response that is held back until it is known whether it is news, or begins a stream."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""

    def topic(self) -> tuple[str, str] | None:
        """Return what to wait for and the mark that was seen, if there is nothing new."""
        value = self._header(_TOPIC)
        if value is None:
            return None
        kind, which, mark = value.decode().split(" ", 2)
        return f"{kind} {which}", mark

    def opening(self) -> Opening | None:
        """Return what is to be sent behind the body, if it begins a stream."""
        value = self._header(_STREAM)
        return None if value is None else msgspec.json.decode(value, type=Opening)

    def refused(self, code: str, detail: str) -> Self:
        """Return the same answer as a problem document."""
        problem = Problem.of(code, detail)
        request_id = self._header(b"request-id") or b""
        body = JsonRenderer().render(problem.body(request_id.decode()))
        headers = [pair for pair in self.headers if pair[0].lower() not in _OF_THE_BODY]
        headers += [(b"content-type", MEDIA_TYPE.encode())]
        headers += [(b"content-length", str(len(body)).encode())]
        headers += [
            (name.lower().encode(), text.encode()) for name, text in problem.headers.items()
        ]
        return replace(self, status=CATALOGUE[code].status, headers=headers, body=body)

    async def start(self, send: Send) -> None:
        """Begin a stream: its length is not known, and its body is sent piece by piece."""
        headers = [pair for pair in self.headers if pair[0].lower() not in {_STREAM, _LENGTH}]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})

    async def send(self, send: Send, extra: Headers | None = None) -> None:
        """Send all of it, without the header fields that are for us only."""
        headers = [pair for pair in self.headers if pair[0].lower() not in {_TOPIC, _STREAM}]
        start = {"type": "http.response.start", "status": self.status}
        await send({**start, "headers": headers + (extra or [])})
        await send({"type": "http.response.body", "body": self.body})

    def _header(self, wanted: bytes) -> bytes | None:
        return next((value for name, value in self.headers if name.lower() == wanted), None)


_LENGTH = b"content-length"
_OF_THE_BODY = {_STREAM, _LENGTH, b"content-type", b"x-accel-buffering"}
