"""The timers in each worker: they sweep on their own, so that a dead beat or broker stops nothing."""

import logging
import os
import threading
from collections.abc import Callable, Collection
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError

from accounts.mails import ringing as mails
from accounts.mails import sending
from accounts.traces import trace_of
from accounts.webhooks import delivering, ringing
from bots import answering
from bots.tasks import answer_owed
from games.services import deadlines, feeds, reminders
from games.services.plans import following

PATIENCE = 5.0
"""Seconds that a decision of the house, a webhook or a mail waits for messages: a broker may take
them and lose each."""
KEPT = 10.0
"""Seconds between two runs up to which a timer keeps its connection: to make one takes both ends
longer than most runs do."""
_log = logging.getLogger("herdbook.sweep")


def sweep() -> None:
    """Expire what is due, and have answered what the house owes."""
    deadlines.sweep()
    _see_to_the_house()


def _see_to_the_house() -> None:
    """Have answered what the house owes; what no message brings to an answer is answered here."""
    patience = PATIENCE
    try:
        answer_owed()
    except (OperationalError, OSError) as error:
        _log.warning("the broker does not answer: %s", type(error).__name__)
        patience = 0.0
    # No longer than until the next sweep, for deadlines wait behind it.
    answering.answer_overdue(
        overdue_seconds=patience, budget=float(settings.HERDBOOK_SWEEP_SECONDS)
    )


def see_to_webhooks() -> None:
    """Have sent what webhooks wait for; what no message brings to a worker is sent here."""
    ringing.sweep()
    delivering.deliver_overdue(
        overdue_seconds=PATIENCE, budget=float(settings.HERDBOOK_SWEEP_SECONDS)
    )


def see_to_mails() -> None:
    """Have sent the mails that are due; what no message brings to a worker is sent here."""
    mails.sweep()
    if mails.is_waiting(overdue_seconds=PATIENCE):
        sending.send_due()


class SweepTimer:
    """A thread of the worker's main process, with a database connection of its own."""

    def __init__(
        self,
        work: Callable[[], object] = sweep,
        *,
        name: str = "sweep",
        pause: str = "HERDBOOK_SWEEP_SECONDS",
    ) -> None:
        """`pause` is the setting that says how many seconds lie between two runs."""
        self._work, self._name, self._pause = work, name, pause
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._kept: psycopg.Connection[Any] | None = None
        """The connection, while it is open and nothing is done with it."""
        os.register_at_fork(after_in_child=self._let_go)

    def start(self) -> None:
        """Begin to work every few seconds."""
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the present sweep."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(pause := float(getattr(settings, self._pause))):
            self._kept = None
            try:
                connection.close_if_unusable_or_obsolete()  # looked at as before each request
                self._work()
            except Exception as error:  # noqa: BLE001 - the timer must outlive what one sweep meets
                trace = trace_of(error)
                _log.error("a run of %s failed; the next one tries again: %s", self._name, trace)
                connection.close()
            if pause > KEPT:
                connection.close()
            self._kept = connection.connection
        self._kept = None
        connection.close()

    def _let_go(self) -> None:
        """Close what a child of the worker has inherited of the connection; its parent keeps it.

        The number of its file leads nowhere from now on, lest something else in the child gets it
        and the copy of the connection reads that.
        """
        if self._kept is not None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, self._kept.fileno())
            os.close(nowhere)
            self._kept = None


OF_HOOKS = (
    SweepTimer(see_to_webhooks, name="webhooks"),
    SweepTimer(see_to_mails, name="mails"),
)
TIMERS = (
    SweepTimer(),
    SweepTimer(feeds.run, name="feeds", pause="HERDBOOK_FEED_TICK"),
    *OF_HOOKS,
    SweepTimer(following.follow_due, name="plans", pause="HERDBOOK_FEED_TICK"),
    SweepTimer(reminders.remind, name="reminders", pause="HERDBOOK_REMIND_SECONDS"),
)
"""Apart, since a feed with a long way to go may not keep a deadline waiting, nor the others."""


def timers_of(queues: Collection[str]) -> tuple[SweepTimer, ...]:
    """Return those that run in a worker of these queues.

    One that only sends to servers of others sees to that alone: beside the other workers it would
    look for the same work as they, and the feed is cheapest to follow from one place.
    """
    return OF_HOOKS if set(queues) == {"hooks"} else TIMERS
