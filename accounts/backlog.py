"""How much waits to be sent through a channel: the number by which an operator sees that it hangs."""

from dataclasses import dataclass

MOST = 60.0
"""Seconds after which something that could be sent, and is not, is a sign that nobody sends."""


@dataclass(frozen=True, kw_only=True)
class Backlog:
    """What waits to be sent."""

    waiting: int
    """Messages that are to be sent, now or later."""
    seconds: float
    """How long what waits the longest for a worker has been waiting."""

    @property
    def is_stuck(self) -> bool:
        return self.seconds > MOST
