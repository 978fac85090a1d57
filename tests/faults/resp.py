"""The protocol of the broker, as far as the proxy reads it: what clients ask for."""

import re
import uuid
from collections.abc import Iterator

QUEUES = (b"bots", b"clock", b"hooks")
_TAG = re.compile(rb'("delivery_tag": ?")[0-9a-f-]{36}(")')


class CommandReader:
    """Cuts a stream of bytes into commands, each a list of words."""

    def __init__(self) -> None:
        self._buffer = b""

    def feed(self, data: bytes) -> Iterator[list[bytes]]:
        self._buffer += data
        while (found := self._next()) is not None:
            words, end = found
            self._buffer = self._buffer[end:]
            yield words

    def _next(self) -> tuple[list[bytes], int] | None:
        head = self._line(0)
        if head is None:
            return None
        (count, at), words = head, list[bytes]()
        for _ in range(count):
            line = self._line(at)
            if line is None or len(self._buffer) < line[1] + line[0] + 2:
                return None
            length, begin = line
            words.append(self._buffer[begin : begin + length])
            at = begin + length + 2
        return words, at

    def _line(self, begin: int) -> tuple[int, int] | None:
        """Return the number in the line that begins here, and where the next one does."""
        end = self._buffer.find(b"\r\n", begin)
        return None if end < 0 else (int(self._buffer[begin + 1 : end]), end + 2)


def written(words: list[bytes]) -> bytes:
    """Return a command as it is sent."""
    parts = [b"*%d\r\n" % len(words), *(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)]
    return b"".join(parts)


def is_message(words: list[bytes]) -> bool:
    """Answer whether a command puts a message into a queue of ours."""
    return words[0].upper() == b"LPUSH" and words[1].startswith(QUEUES)


def doubled(words: list[bytes]) -> list[bytes]:
    """Return the command that puts the message there twice, as two deliveries."""
    tag = str(uuid.uuid4()).encode()
    return [*words, *(_TAG.sub(rb"\g<1>" + tag + rb"\g<2>", message) for message in words[2:])]


def dropped(words: list[bytes]) -> list[bytes]:
    """Return a command that does nothing and has an answer of the same kind."""
    return [b"DEL", b"herdbook-faults-nothing"]
