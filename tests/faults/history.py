"""What clients were told: one record for each request, in the order in which they ended."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec


class Told(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One request of a client, and what it was told."""

    sent: float
    """Seconds, by the clock of the machine that no process can set; so is `got`."""
    got: float
    who: str
    """The account's name; empty for a spectator without a token."""
    asked: str
    """`create`, `join`, `view`, `events`, `move` (with a decision or free), `return`
    or `resign`."""
    server: str = ""
    game: str = ""
    seat: int | None = None
    """The seat that this account holds, as it knows itself."""
    decision: str | None = None
    move: str | None = None
    key: str | None = None
    """The idempotency key."""
    status: int | None = None
    """None: the connection ended without an answer."""
    retry_after: bool = False
    replayed: bool = False
    body: dict[str, Any] | None = None

    @property
    def is_done(self) -> bool:
        """Answer whether the command was acknowledged."""
        return self.status in {200, 201}

    @property
    def is_refused(self) -> bool:
        """Answer whether the command was refused for good."""
        return self.status is not None and 400 <= self.status < 500

    @property
    def view(self) -> dict[str, Any] | None:
        """Return the game view of the answer, if there is one."""
        if not self.is_done or self.body is None:
            return None
        inner = self.body.get("game") if self.asked == "move" else self.body
        return inner if isinstance(inner, dict) and "table" in inner else None

    @property
    def events(self) -> list[dict[str, Any]]:
        """Return the events of the answer."""
        if not self.is_done or self.body is None:
            return []
        found = self.body.get("events" if self.asked == "move" else "items", [])
        return found if self.asked in {"move", "events"} else []


def now() -> float:
    return time.monotonic()


class Writer:
    """Appends to a history, a line of JSON for each record."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=2**16)

    def add(self, told: Told) -> None:
        self._file.write(msgspec.json.encode(told) + b"\n")

    def close(self) -> None:
        self._file.close()


def read(path: Path) -> Iterator[Told]:
    """Yield what a history holds; a last line that was cut off is left out."""
    decoder = msgspec.json.Decoder(Told)
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield decoder.decode(line)
