"""Ends what a supervisor left that was killed and could not stop its services."""

import os
import signal
import time

from config.stack import processes
from config.stack.console import say
from config.stack.state import CHECKOUT, State

_GRACE = 5.0


def end(state: State) -> None:
    """End the services of the last run that still live.

    A process number may have been given away since, so a session counts only if the command
    line of one of its processes lies in the folders of this project.
    """
    snapshot = state.snapshot()
    for name, service in (snapshot["services"] if snapshot else {}).items():
        session = service["pid"]
        if session is not None and _is_ours(session, state):
            say(f"  {name} of the last start is still running; it is ended first.")
            _end(session, signal.SIGINT if name == "postgres" else signal.SIGTERM)


def _is_ours(session: int, state: State) -> bool:
    folders = (f"{CHECKOUT}/", f"{state.folder}/")
    return any(
        folder in process.command for process in processes.of_session(session) for folder in folders
    )


def _end(session: int, stop_signal: signal.Signals) -> None:
    deadline = time.monotonic() + _GRACE
    try:
        os.kill(session, stop_signal)
    except ProcessLookupError:
        deadline = 0.0  # the main process is gone, and nobody tells the rest
    while processes.of_session(session) and time.monotonic() < deadline:
        time.sleep(0.05)
    processes.kill_session(session)
