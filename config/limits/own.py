"""Counters in this process, for when there is no cache or it is away."""

import threading
import time
from collections.abc import Sequence

from config.limits.draws import Draw, Standing

_TIDY = 60.0  # seconds between two clearings of windows that have ended


class OwnCounters:
    """Counters under one lock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, tuple[int, float]] = {}
        """For each counter what was used and when its window ends."""
        self._tidy_at = 0.0

    def draw(self, draws: Sequence[Draw]) -> list[Standing]:
        """Do all of it, or none if one has no room."""
        now = time.monotonic()
        with self._lock:
            if now >= self._tidy_at:
                self._found = {key: kept for key, kept in self._found.items() if kept[1] > now}
                self._tidy_at = now + _TIDY
            before = [self._at(one, now) for one in draws]
            full = [
                one.amount > 0 and used + one.amount > one.policy.quota
                for one, (used, _) in zip(draws, before, strict=True)
            ]
            if not any(full):
                for one, (used, end) in zip(draws, before, strict=True):
                    if one.amount and used + one.amount >= 0:
                        self._found[one.counter] = (used + one.amount, end)
            after = [self._at(one, now) for one in draws]
        return [
            one.found(used, end - now, refused=refused)
            for one, (used, end), refused in zip(draws, after, full, strict=True)
        ]

    def _at(self, one: Draw, now: float) -> tuple[int, float]:
        kept = self._found.get(one.counter)
        return kept if kept is not None and kept[1] > now else (0, now + one.policy.window)
