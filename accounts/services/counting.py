"""Counting what somebody may do so often in any hour or day on end, whoever they are.

The counts lie in the cache, and in this process while that is away. A span is counted in steps, of
which a seventh is the present one: so no span that begins anywhere holds more than is allowed.
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

STEPS = 6
"""Parts of a span; behind the present one so many are counted."""
_own = LocMemCache("what is counted", {})
"""For when the cache is away."""


class TooOftenError(Exception):
    """A limit is used up; `seconds` until there is room again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Used up for {seconds} seconds.")
        self.seconds = seconds


@dataclass(frozen=True)
class Limit:
    """So many in any `seconds` on end, of what is counted under one name."""

    key: str
    most: int
    seconds: int

    @property
    def step(self) -> int:
        """Seconds after which another counter is raised."""
        return self.seconds // STEPS


@dataclass(frozen=True)
class Counted:
    """One time that something was done, on one counter."""

    kept: BaseCache
    counter: str

    def take_back(self) -> None:
        """Count it no longer; a counter that is lost meanwhile needs nothing."""
        with suppress(ValueError, redis.RedisError):
            self.kept.decr(self.counter)


def count(*draws: tuple[Limit, str]) -> Sequence[Counted]:
    """Count once on each of these, or on none of them; raise `TooOftenError`.

    Counted before it is looked at, so that many at once gain nothing.
    """
    now, counted, wait = time.time(), list[Counted](), 0
    for limit, name in draws:
        one, used = _raise(limit, name, int(now // limit.step))
        counted.append(one)
        if sum(used) > limit.most:
            wait = max(wait, _until_room(limit, used, now))
    if wait:
        for one in counted:
            one.take_back()
        raise TooOftenError(wait)
    return counted


def _until_room(limit: Limit, used: Sequence[int], now: float) -> int:
    """Return after how many seconds enough of what was used is too old to count."""
    left, latest = sum(used), int(now // limit.step)
    for place, amount in enumerate(used):  # the oldest first
        left -= amount
        if left <= limit.most:
            ends = (latest + place + 1) * limit.step
            return max(1, math.ceil(ends - now))
    return limit.seconds


def _raise(limit: Limit, name: str, step: int) -> tuple[Counted, list[int]]:
    # Hashed, because a key has no room for any text, and so that the cache names nobody.
    digest = hashlib.sha256(name.encode()).hexdigest()
    counters = [f"{limit.key}-{step - back}-{digest}" for back in range(STEPS, -1, -1)]
    for kept in (cache, _own):
        with suppress(redis.RedisError):
            return Counted(kept, counters[-1]), _used(kept, counters, limit)
    raise AssertionError("our own counters answer")


def _used(kept: BaseCache, counters: Sequence[str], limit: Limit) -> list[int]:
    kept.add(counters[-1], 0, timeout=limit.seconds + 2 * limit.step)
    try:
        latest = int(kept.incr(counters[-1]))
    except ValueError:
        latest = 1  # thrown out this very moment; the next one finds a new counter
    found = kept.get_many(counters[:-1])
    return [*(max(0, int(found.get(counter, 0))) for counter in counters[:-1]), latest]
