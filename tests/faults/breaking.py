"""What a fault is: something that breaks, in a way of its own, and leaves a whole system to heal.

A fault is a function of its scene. Whatever it holds down or changes for a while it puts right
again before it returns; what it killed is started by whoever watches the children.
"""

import contextlib
import os
import random
import signal
from collections.abc import Callable
from dataclasses import dataclass

from tests.faults.children import Children

Doing = Callable[["Scene"], None]


@dataclass
class Scene:
    """Where a fault happens."""

    children: Children
    rng: random.Random
    long: bool
    """Whether there is time for the long form of a fault."""
    idle: Callable[[float], None]
    """Passes time while the children are watched and healed."""

    def lasts(self, short: float, long: float) -> float:
        return long if self.long else short


@dataclass(frozen=True)
class Fault:
    """One way to break something."""

    name: str
    text: str
    do: Doing
    restarts_database: bool = False
    """Whether PostgreSQL starts again, and nothing else of ours has to."""


FAULTS: dict[str, Fault] = {}
"""All of them, by name; `faults` makes sure that they are there."""


def fault(name: str, text: str, *, restarts_database: bool = False) -> Callable[[Doing], Doing]:
    """Register the function below as a fault."""

    def register(do: Doing) -> Doing:
        FAULTS[name] = Fault(name, text, do, restarts_database)
        return do

    return register


def hold_up(scene: Scene, pids: list[int], seconds: float) -> None:
    for pid in pids:
        send_signal(pid, signal.SIGSTOP)
    try:
        scene.idle(seconds)
    finally:
        for pid in pids:
            send_signal(pid, signal.SIGCONT)


def send_signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):  # it was faster
        os.kill(pid, number)
