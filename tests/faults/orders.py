"""What the harness tells the processes of a run: small files that they look at as they work.

The proxy and the fail-points read them all the time, so they hold for processes that start later
as well, and are gone with the folder.
"""

import os
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from config.stack.state import write_json

VARIABLE = "HERDBOOK_FAULT_ORDERS"
"""Where a child finds the folder of the orders."""
VISIBILITY = "HERDBOOK_FAULT_VISIBILITY"
"""Seconds after which a worker hands out again what was not acknowledged."""


Step = Literal["load", "decide", "append", "announce"]
When = Literal["before", "after"]
Action = Literal["raise", "exit", "sleep"]
_Order = TypeVar("_Order", "ProxyOrder", "FailPoint")


class ProxyOrder(msgspec.Struct, kw_only=True):
    """What the proxy does with the connections to one server."""

    mode: Literal["pass", "pause", "refuse", "cut-answer", "cut-sent", "double", "drop"] = "pass"
    """The two cuts are for appends to the log; the last two are for messages in the broker."""
    share: float = 1.0
    """How many of those it is done to."""


class FailPoint(msgspec.Struct, kw_only=True):
    """What happens at one step of the command path."""

    step: Step
    when: When
    action: Action
    share: float = 1.0
    """How many commands it happens to."""
    seconds: float = 1.0
    """How long it sleeps."""


class Orders:
    """The files of one run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def of_environment(cls) -> "Orders":
        """Return the orders of the run to which this process belongs."""
        return cls(Path(os.environ[VARIABLE]))

    def environment(self) -> dict[str, str]:
        return {VARIABLE: str(self._folder)}

    def tell_proxy(self, server: str, order: ProxyOrder) -> None:
        write_json(self._folder / f"{server}.order", msgspec.to_builtins(order))

    def to_proxy(self, server: str) -> ProxyOrder:
        return self._read(f"{server}.order", ProxyOrder) or ProxyOrder()

    def set_fail_point(self, point: FailPoint | None) -> None:
        path = self._folder / "fail-point.order"
        if point is None:
            path.unlink(missing_ok=True)
        else:
            write_json(path, msgspec.to_builtins(point))

    def fail_point(self) -> FailPoint | None:
        return self._read("fail-point.order", FailPoint)

    def count(self, what: str) -> None:
        """Note that something was done once; many processes do so at the same time."""
        with (self._folder / "done.counts").open("a") as file:
            file.write(f"{what}\n")

    def counts(self) -> dict[str, int]:
        try:
            lines = (self._folder / "done.counts").read_text().splitlines()
        except FileNotFoundError:
            return {}
        return {what: lines.count(what) for what in sorted(set(lines))}

    def _read(self, name: str, kind: type[_Order]) -> _Order | None:
        try:
            return msgspec.json.decode((self._folder / name).read_bytes(), type=kind)
        except FileNotFoundError:
            return None
