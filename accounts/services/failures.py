"""Counting failed log-ins, so that guessing is slow.

Failures are counted by the address they come from, alone and together with the name tried. So
whoever guesses stops themselves only: the owner of the name can log in from anywhere else.
"""

import hashlib
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import redis
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache

from accounts.errors import TooManyFailuresError

WINDOW = 900
"""Seconds over which failures are counted."""
MOST_WITH_A_NAME = 10
"""Failures in a window from one address with one name; a typing error needs two or three."""
MOST_FROM_AN_ADDRESS = 50
"""Failures in a window from one address; a school behind one address shares them."""
_own = LocMemCache("log-in failures", {})
"""For when the cache is away."""


@dataclass(frozen=True)
class Counted:
    """One attempt on one counter, and how many there are now."""

    kept: BaseCache
    counter: str
    used: int

    def take_back(self) -> None:
        """Count the attempt no longer; a counter that is lost meanwhile needs nothing."""
        with suppress(ValueError, redis.RedisError):
            self.kept.decr(self.counter)


def count_attempt(*, name: str, address: str) -> Sequence[Counted]:
    """Count an attempt as failed until it is taken back; raise `TooManyFailuresError`.

    Called before the password is looked at, so that many attempts at once gain nothing.
    """
    now = time.time()
    window = int(now // WINDOW)
    attempts = [
        _raise(window, f"{address} {name}"),
        _raise(window, address),
    ]
    most = (MOST_WITH_A_NAME, MOST_FROM_AN_ADDRESS)
    if any(attempt.used > limit for attempt, limit in zip(attempts, most, strict=True)):
        for attempt in attempts:
            attempt.take_back()
        raise TooManyFailuresError(math.ceil((window + 1) * WINDOW - now))
    return attempts


def _raise(window: int, what: str) -> Counted:
    # Hashed, because a key has no room for any text, and so that the cache names nobody.
    counter = f"log-in-{window}-{hashlib.sha256(what.encode()).hexdigest()}"
    try:
        return Counted(cache, counter, _increment(cache, counter))
    except redis.RedisError:
        return Counted(_own, counter, _increment(_own, counter))


def _increment(kept: BaseCache, counter: str) -> int:
    kept.add(counter, 0, timeout=2 * WINDOW)
    try:
        return int(kept.incr(counter))
    except ValueError:
        return 1  # thrown out this very moment; the next attempt finds a new one
