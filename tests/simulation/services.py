"""The services beside the web: a process that sweeps, reads the feed and plays for the house.

It can be killed and started anew; nothing it must know is in its memory.
"""

import logging
import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

SWEEP, FEEDS = "sweep", "feeds"
_spawn = multiprocessing.get_context("spawn")


class Services:
    """One such process at a time."""

    def __init__(self) -> None:
        self.starts = 0
        self._start()

    def restart(self) -> None:
        """Kill it, and start another that knows nothing."""
        self.end()
        self._start()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._ours.close()

    def do(self, *what: str) -> tuple[int, list[str]]:
        """Let it do what beat would ask for at this time.

        Returns how many things were done, and what was logged as an error meanwhile.
        """
        self._ours.send(what)
        done, logged = self._ours.recv()
        if isinstance(done, str):
            raise AssertionError(done)  # noqa: TRY004 - it is what went wrong over there
        return done, logged

    def _start(self) -> None:
        self._ours, theirs = _spawn.Pipe()
        self._process = _spawn.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.starts += 1


class _Errors(logging.Handler):
    def __init__(self, logged: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._logged = logged

    def emit(self, record: logging.LogRecord) -> None:
        self._logged.append(f"{record.name}: {record.getMessage()}")


def watch_log() -> list[str]:
    """Return a list to which every error is added that this process logs from now on."""
    logged: list[str] = []
    handler = _Errors(logged)
    for name in ("", *logging.root.manager.loggerDict):
        logger = logging.getLogger(name)
        if logger.propagate is False or logger is logging.root:
            logger.addHandler(handler)
    return logged


def _serve(orders: Connection) -> None:
    import django

    django.setup()
    logged = watch_log()
    while True:
        try:
            what = orders.recv()
        except EOFError:
            return
        done = _done(what)
        orders.send((done, list(logged)))
        logged.clear()


def _done(what: tuple[str, ...]) -> Any:
    from bots import answering
    from games.services import deadlines, feeds, reminders
    from games.services.plans import following

    try:
        done = deadlines.sweep() if SWEEP in what else 0
        if FEEDS in what:
            while count := feeds.run():
                done += count
            done += reminders.remind()
        return done + following.follow_due() + answering.answer_overdue()
    except Exception as error:  # noqa: BLE001 - told to whoever asked
        return f"{type(error).__name__}: {error}"
