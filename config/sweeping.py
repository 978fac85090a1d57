"""The timers in each worker: they sweep on their own, so that a dead beat or broker stops nothing."""

import logging
import threading
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError

from accounts.mails import ringing as mails
from accounts.webhooks import ringing
from bots import answering
from bots.tasks import answer_owed
from games.services import deadlines, feeds
from games.services.plans import following

PATIENCE = 5.0
"""Seconds that a decision of the house waits for messages: a broker may take them and lose each."""
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

    def start(self) -> None:
        """Begin to work every few seconds."""
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the present sweep."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(getattr(settings, self._pause)):
            try:
                self._work()
            except Exception:  # noqa: BLE001 - the timer must outlive whatever one sweep meets
                _log.exception("a run of %s failed; the next one tries again", self._name)
            finally:
                # No child that the worker forks meanwhile may inherit an open connection.
                connection.close()


TIMERS = (
    SweepTimer(),
    SweepTimer(feeds.run, name="feeds", pause="HERDBOOK_FEED_TICK"),
    SweepTimer(ringing.sweep, name="webhooks"),
    SweepTimer(mails.sweep, name="mails"),
    SweepTimer(following.follow_due, name="plans", pause="HERDBOOK_FEED_TICK"),
)
"""Apart, since a feed with a long way to go may not keep a deadline waiting, nor the others."""
