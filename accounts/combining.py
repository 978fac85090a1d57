"""Calls of several threads that go to the database as one.

Most of what a short call costs is the same for one question as for several: the round trip, the
transaction, the flush to disk. While a call is under way others gather, and go together next. Who
comes alone goes at once. A call that hangs, on a lock or on a network, holds up nobody for longer
than a moment.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

Q = TypeVar("Q")
A = TypeVar("A")

MOST = 32
"""So many questions go together at most."""
PATIENCE = 0.25
"""Seconds after which a call under way is one that hangs: who waits then goes without its end."""


class _Place(Generic[Q, A]):
    """A thread in the line: what it asks, and what comes of it."""

    __slots__ = ("answer", "asked", "error", "leads_since", "turn")

    answer: A

    def __init__(self, asked: Q) -> None:
        self.asked = asked
        self.error: Exception | None = None
        self.leads_since: float | None = None
        """Since when this thread makes a call, by the monotonic clock; None: another makes it."""
        self.turn = threading.Lock()
        self.turn.acquire()


class Combiner(Generic[Q, A]):
    """Answers the questions of threads, all that wait in one call.

    `together` answers several questions, in their order, over the connection of the thread that
    calls it. What it raises for one thread's question alone is raised there. If it raises for
    several and nothing can have been done, each is asked alone: nobody suffers for another's
    question. After a connection was cut nobody knows what was done, so each thread raises that.
    """

    def __init__(self, together: Callable[[Sequence[Q]], Sequence[A]]) -> None:
        self._together = together
        self._begin_anew()
        # A worker forks while its timers ask: the child has none of the threads that would go on.
        os.register_at_fork(after_in_child=self._begin_anew)

    def _begin_anew(self) -> None:
        self._lock = threading.Lock()
        self._line: deque[_Place[Q, A]] = deque()
        self._leaders: list[_Place[Q, A]] = []
        """Who makes a call, the longest under way first; without those that hang."""

    def __call__(self, asked: Q) -> A:
        """Return the answer; raise what `together` raises."""
        if connection.in_atomic_block:
            # Who holds locks must not wait for a call that may wait for them.
            return self._alone(asked)
        place = _Place[Q, A](asked)
        try:
            self._wait(place)
        except BaseException:
            self._step_out(place)
            raise
        if place.leads_since is not None:
            self._lead(place)
        if place.error is None:
            return place.answer
        if isinstance(place.error, OperationalError | InterfaceError):
            raise type(place.error)(*place.error.args) from place.error
        return self._alone(asked)

    def _alone(self, asked: Q) -> A:
        (answer,) = self._together([asked])
        return answer

    def _wait(self, place: _Place[Q, A]) -> None:
        """Return when this place is answered, or is to make a call."""
        with self._lock:
            if len(self._leaders) < settings.HERDBOOK_CALLS_AT_ONCE:
                self._appoint(place)
                return
            self._line.append(place)
        while not place.turn.acquire(timeout=PATIENCE):
            if self._overtakes(place):
                return

    def _appoint(self, place: _Place[Q, A]) -> None:
        place.leads_since = time.monotonic()
        self._leaders.append(place)

    def _overtakes(self, place: _Place[Q, A]) -> bool:
        """Let this place lead instead of a call that hangs, and answer whether it does."""
        with self._lock:
            if place not in self._line:
                return False
            if self._leaders:
                since = self._leaders[0].leads_since
                if since is not None and time.monotonic() - since < PATIENCE:
                    return False
                del self._leaders[0]
            self._line.remove(place)
            self._appoint(place)
            return True

    def _step_out(self, place: _Place[Q, A]) -> None:
        """Leave the line, or let the next thread lead."""
        with self._lock:
            if place in self._leaders:
                self._leaders.remove(place)
                if self._line:
                    heir = self._line.popleft()
                    self._appoint(heir)
                    heir.turn.release()
            elif place in self._line:
                self._line.remove(place)

    def _lead(self, place: _Place[Q, A]) -> None:
        """Make the call for this place and those that wait, and let the next thread lead."""
        followers: list[_Place[Q, A]] = []
        try:
            with self._lock:
                while self._line and len(followers) < MOST - 1:
                    followers.append(self._line.popleft())
            if followers:
                self._ask([place, *followers])
            else:
                place.answer = self._alone(place.asked)
        finally:
            self._step_out(place)
            for follower in followers:
                follower.turn.release()

    def _ask(self, places: list[_Place[Q, A]]) -> None:
        try:
            answers = self._together([place.asked for place in places])
            for place, answer in zip(places, answers, strict=True):
                place.answer = answer
        except BaseException as error:
            told = error if isinstance(error, Exception) else OperationalError("interrupted")
            for place in places:
                place.error = told
            if told is not error:
                raise
