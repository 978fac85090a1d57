"""What house bots cost: how long each strategy thinks, counted in the process that thinks.

Every few seconds a process adds what it has counted to the sums of the day. No move waits for
that, and one that is killed takes a few seconds of counting with it.
"""

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error

from games.services import days_of_thought
from games.services.days_of_thought import Thinker, Thought

EVERY = 5.0
"""Seconds between two writings of one process: with all of them a few rows a second, of a few."""
_log = logging.getLogger("herdbook.bots")


class Counter:
    """What this process has counted and not yet written."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counted: defaultdict[Thinker, Thought] = defaultdict(Thought)
        self._written_at = -EVERY

    def add(self, thinker: Thinker, decisions: int, seconds: float) -> None:
        """Count work for so many decisions."""
        with self._lock:
            self._counted[thinker].add(decisions, seconds)

    def take(self, *, every: float) -> dict[Thinker, Thought]:
        """Return what there is to write, and begin anew; nothing if that was less than `every` ago."""
        with self._lock:
            if not self._counted or time.monotonic() - self._written_at < every:
                return {}
            taken = dict(self._counted)
            self._counted.clear()
            self._written_at = time.monotonic()
        return taken


_counter = Counter()


@contextmanager
def counted(ruleset: str, strategy: str, decisions: int = 1) -> Iterator[None]:
    """Count what is done here for decisions of a strategy: its work, not what it waits for."""
    began = time.thread_time()
    try:
        yield
    finally:
        _counter.add(Thinker(ruleset, strategy), decisions, time.thread_time() - began)


def write(*, every: float = EVERY) -> None:
    """Add what this process has counted to the sums of today, if that is due.

    What cannot be written is lost: no house bot plays worse for it.
    """
    taken = _counter.take(every=every)
    if not taken:
        return
    try:
        days_of_thought.add(taken)
    except Error as error:
        _log.warning("how long house bots thought was not written: %s", type(error).__name__)
