"""How many processes run the tests, and servers for each of them.

A worker of pytest-xdist has a PostgreSQL and a Valkey of its own, not merely a database on a
shared one: snapshots of PostgreSQL wait for the transactions of every database of a server, and
channels of Valkey reach all of its databases.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from config.stack import wiring
from config.stack.console import StackError
from config.stack.service import Service
from config.stack.state import CHECKOUT, State

_MOST = 4
"""More would wait for each other: a worker's tests keep servers busy, too."""


def count(arguments: Sequence[str]) -> int:
    """Return how many workers run the tests; none if pytest itself does.

    pytest runs alone what is chosen from all tests (a path, `-k`, `-m`), and everything on
    servers of the person's own. `-n` of the caller's decides otherwise.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-n", "--numprocesses")
    known, others = parser.parse_known_args(list(arguments))
    given = wiring.given_database() or wiring.given_broker()
    if known.numprocesses is None:
        chosen = any(not word.startswith("-") for word in others)
        wanted = 0 if given or chosen else min(_processors(), _MOST)
    else:
        wanted = _whole(known.numprocesses)
    if given and wanted > 1:
        raise StackError(
            "Workers need servers of their own: leave out -n, or the servers' addresses."
        )
    return wanted if wanted > 1 else 0


class More:
    """The servers of one more worker: a stack of `servers` below the state folder of the tests."""

    def __init__(self, state: State, number: int) -> None:
        self._state = State(state.folder / f"worker-{number}")
        self._name = f"worker-{number}"
        self._log = state.log(self._name)

    def service(self) -> Service:
        """Describe the supervisor of these servers."""
        service = Service(
            name=self._name,
            command=[sys.executable, "-m", "config.stack", "servers"],
            environment={**os.environ, "HERDBOOK_DATA": str(self._state.folder)},
            folder=CHECKOUT,
            log=self._log,
            is_ready=lambda: self._is_up(service),
            stage=0,
            grace=30,
        )
        return service

    def addresses(self) -> dict[str, str]:
        """Return where the servers are; they must be up."""
        return wiring.of(self._state).addresses()

    def _is_up(self, service: Service) -> bool:
        snapshot = self._state.snapshot()
        pid = service.process.pid if service.process else None
        return bool(snapshot and snapshot["ready"] and snapshot["supervisor"] == pid)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _whole(text: str) -> int:
    if text in {"auto", "logical"}:
        return _processors()
    if not text.isdecimal():
        raise StackError(f"-n must be a whole number or auto, not {text!r}.")
    return int(text)
