"""Calls of several threads that go to the database as one.

Most of what a short call costs is the same for one question as for several: the round trip, the
transaction, the flush to disk. While a call is under way others gather, and go together next. Who
comes alone goes at once.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

Q = TypeVar("Q")
A = TypeVar("A")

MOST = 32
"""So many questions go together at most."""


class _Place(Generic[Q, A]):
    """A thread in the line: what it asks, and what comes of it."""

    __slots__ = ("answer", "asked", "error", "leads", "turn")

    answer: A

    def __init__(self, asked: Q) -> None:
        self.asked = asked
        self.error: Exception | None = None
        self.leads = False
        """Whether this thread makes the next call."""
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
        self._lock = threading.Lock()
        self._line: deque[_Place[Q, A]] = deque()
        self._under_way = 0

    def __call__(self, asked: Q) -> A:
        """Return the answer; raise what `together` raises."""
        if connection.in_atomic_block:
            # Who holds locks must not wait for a call that may wait for them.
            return self._alone(asked)
        place = _Place[Q, A](asked)
        with self._lock:
            if self._under_way < settings.HERDBOOK_CALLS_AT_ONCE:
                self._under_way += 1
                place.leads = True
            else:
                self._line.append(place)
        if not place.leads:
            place.turn.acquire()
        if place.leads:
            self._lead(place)
        if place.error is None:
            return place.answer
        if isinstance(place.error, OperationalError | InterfaceError):
            raise type(place.error)(*place.error.args) from place.error
        return self._alone(asked)

    def _alone(self, asked: Q) -> A:
        (answer,) = self._together([asked])
        return answer

    def _lead(self, place: _Place[Q, A]) -> None:
        """Make the call for this place and those that wait, and let the next thread lead."""
        with self._lock:
            followers = [self._line.popleft() for _ in range(min(len(self._line), MOST - 1))]
        try:
            if followers:
                self._ask([place, *followers])
            else:
                place.answer = self._alone(place.asked)
        finally:
            with self._lock:
                heir = self._line.popleft() if self._line else None
                self._under_way -= heir is None
            if heir is not None:
                heir.leads = True
                heir.turn.release()
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
