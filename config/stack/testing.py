"""`test`: PostgreSQL and Valkey, then pytest, whose exit code is ours.

The state folder ends in `-test` and has ports of its own, so tests run beside `make run`. The whole
suite runs in several workers (`workers.py`), what is chosen from it in one process.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from config.stack import account, leftovers, wiring, workers
from config.stack.console import timed
from config.stack.embedded import Embedded
from config.stack.given import refuse_silent_database
from config.stack.processes import tie_to_us
from config.stack.run import supervised
from config.stack.state import CHECKOUT, State, default_folder
from config.stack.supervisor import Supervisor
from config.stack.wakeups import StopAskedError, Wakeups

_GRACE = 20.0  # seconds for pytest to take its fixtures down


def test(arguments: Sequence[str]) -> int:
    """Run pytest on servers of its own; a `-m` of the caller's overrides ours."""
    wakeups = Wakeups()
    refuse_silent_database()
    number = workers.count(arguments)
    state, servers = State(default_folder("-test")), account.for_servers()
    os.environ["HERDBOOK_DEBUG"] = "1"
    os.environ.setdefault("HERDBOOK_FSYNC", "0")  # the stacks of end-to-end tests inherit it
    state.prepare(servers)
    with state.held():
        leftovers.end(state)
        scratch = state.folder / "scratch"
        shutil.rmtree(scratch, ignore_errors=True)
        embedded = Embedded(state, servers)
        wires = wiring.of(state)
        environment = {
            **wires.for_owner("test"),
            "HERDBOOK_DATA": str(state.folder),
            "HERDBOOK_HOUSE_PACE_MS": "0",
        }
        supervisor = Supervisor(state, wakeups, command="test", url=None)
        options = ["-m", "not slow", *arguments]

        def work() -> int:
            embedded.bring_up(supervisor)
            if number:
                more = [workers.More(state, one) for one in range(2, number + 1)]
                with timed(f"servers of {len(more)} more"):
                    supervisor.bring_up(*(one.service() for one in more))
                addresses = [wires.addresses(), *(one.addresses() for one in more)]
                environment["HERDBOOK_TEST_WORKERS"] = json.dumps(addresses)
                # All workers must collect the same, though the order of a set be in a test's name.
                environment.setdefault("PYTHONHASHSEED", str(secrets.randbelow(2**32)))
                words = f"-p tests.workers --dist loadfile --no-loadscope-reorder -n {number}"
                options.extend(words.split())
            supervisor.declare_complete()
            return _pytest(supervisor, options, environment)

        try:
            return supervised(supervisor, work)
        finally:
            _end_stacks(scratch)
            shutil.rmtree(scratch, ignore_errors=True)


def _end_stacks(scratch: Path) -> None:
    """End the stacks of tests that were cut short: a worker that is killed takes none down."""
    folders = [path.parent for path in scratch.glob("*/processes.json")]
    left = [state for state in map(State, folders) if state.is_held()]
    for state in left:
        snapshot = state.snapshot()
        with contextlib.suppress(ProcessLookupError):
            if snapshot is not None:
                os.kill(snapshot["supervisor"], signal.SIGTERM)
    deadline = time.monotonic() + _GRACE
    while any(state.is_held() for state in left) and time.monotonic() < deadline:
        time.sleep(0.05)


def _pytest(supervisor: Supervisor, arguments: list[str], environment: dict[str, str]) -> int:
    # In our session, unlike a service: it needs the terminal for its progress and for --pdb, and
    # a Ctrl-C reaches it without us.
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=CHECKOUT,
        env=environment,
        preexec_fn=tie_to_us(signal.SIGINT),  # noqa: PLW1509 -- the supervisor has one thread
    )
    try:
        supervisor.watch(until=lambda: process.poll() is not None)
    except StopAskedError:
        # A Ctrl-C in a terminal has reached it too, and a second one would cut its clean-up short.
        if not (supervisor.wakeups.last_stop == signal.SIGINT and os.isatty(0)):
            process.send_signal(signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        return process.wait(timeout=_GRACE)
    process.kill()
    return process.wait()
