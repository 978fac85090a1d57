"""Where it is counted: in the cache while it answers, else in this process.

Every draw is one atomic operation over all counters it names: either all of them have room and are
raised, or none is.
"""

import logging
import time
from collections.abc import Sequence
from functools import cache

import redis
from django.conf import settings

from config.limits.draws import Draw, Standing
from config.limits.own import OwnCounters
from config.limits.shared import SharedCounters

_PAUSE = 5.0  # seconds for which a cache that has failed is left alone
_log = logging.getLogger("herdbook.limits")


class Counters:
    """The cache's counters, and our own beside them."""

    def __init__(self, url: str) -> None:
        self._shared = SharedCounters(url) if url else None
        self._own = OwnCounters()
        self._ask_again_at = 0.0

    def draw(self, draws: Sequence[Draw]) -> list[Standing]:
        """Do all of it, or none if one has no room."""
        if self._shared is not None and time.monotonic() >= self._ask_again_at:
            try:
                return self._shared.draw(draws)
            except redis.RedisError as error:
                _log.warning("limits are counted in this process: %s", type(error).__name__)
                self._ask_again_at = time.monotonic() + _PAUSE
        return self._own.draw(draws)


def draw(draws: Sequence[Draw]) -> list[Standing]:
    """Draw where the settings say."""
    return _counters(settings.HERDBOOK_CACHE_URL).draw(draws)


@cache
def _counters(url: str) -> Counters:
    return Counters(url)
