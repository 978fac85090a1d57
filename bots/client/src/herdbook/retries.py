"""When to ask again, and how long to wait before that."""

import asyncio
import email.utils
import math
import random
import re
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

_SECONDS = re.compile("[0-9]{1,9}")  # with more digits somebody would wait for ever
DOUBLINGS = 30
"""More of them make a pause that is longer than any limit."""


@dataclass(frozen=True, slots=True)
class Retries:
    """How patient a client is: bounded in number and in the seconds spent waiting.

    Pauses double from `first` to `longest`, less a random part, so that many clients of a
    server that comes back do not all knock in the same instant.
    """

    limit: int = 8
    first: float = 0.2
    longest: float = 5.0
    patience: float = 30.0
    """Seconds that all pauses of one call may take together."""
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)
    sleep_async: Callable[[float], Awaitable[object]] = field(default=asyncio.sleep, repr=False)
    rng: random.Random = field(default_factory=random.SystemRandom, repr=False)

    def pause(self, failures: int, *, waited: float, at_least: float | None = None) -> float | None:
        """Seconds until the next try after so many failures, or None when it is time to give up.

        Never less than the server asked for: whoever knocks earlier is turned away again.
        """
        if failures > self.limit:
            return None
        longest = min(self.longest, self.first * 2 ** min(failures - 1, DOUBLINGS))
        pause = longest * self.rng.uniform(0.5, 1.0) + (at_least or 0.0)
        return pause if waited + pause <= self.patience else None


NEVER = Retries(limit=0)
"""Ask once."""
PATIENT = Retries(limit=40, patience=180.0)
"""Sit out a restart of the server, as a bot in the middle of a game should."""
ENDLESS = Retries(limit=sys.maxsize, patience=math.inf)
"""Never give up on a server that is away, as a bot that is left alone for weeks must not."""


def seconds_of(header: str | None) -> float | None:
    """Read a `Retry-After`: a number of seconds or a date. Nonsense reads as None."""
    if header is None:
        return None
    if _SECONDS.fullmatch(header.strip()):
        return float(header)
    try:
        due = email.utils.parsedate_to_datetime(header)
    except ValueError:
        return None
    if due.tzinfo is None:
        due = due.replace(tzinfo=UTC)
    return max(0.0, (due - datetime.now(UTC)).total_seconds())
