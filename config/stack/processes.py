"""Starting and ending operating-system processes.

Every service gets a session of its own: a Ctrl-C of the terminal reaches the supervisor alone,
which then stops the services in their order, and whatever a killed main process leaves behind
can be found by its session and ended before the service is started again.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from config.stack.account import Account

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True)
class Process:
    """One line of the system's process table."""

    pid: int
    session: int
    command: str


def start(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    folder: Path,
    output: IO[bytes],
    answer: bool = False,
    account: Account | None = None,
    death_signal: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, its output going to `output`.

    With `answer`, standard output is a pipe for the caller instead. On Linux the program gets
    `death_signal` when the supervisor dies, so it must be started from the main thread: the
    kernel watches the thread, not the process.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if answer else output,
        stderr=output,
        env=environment,
        cwd=folder,
        start_new_session=True,
        preexec_fn=tie_to_us(death_signal),  # noqa: PLW1509 -- the supervisor has one thread
        **(account.identity() if account else {}),
    )


def tie_to_us(death_signal: signal.Signals) -> Callable[[], None] | None:
    """Return what a new process runs to die with us, where the system can do that."""
    libc = _LIBC
    if libc is None:
        return None
    parent = os.getpid()

    def tie() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)

    return tie


def of_session(session: int) -> list[Process]:
    """List the living processes of a session."""
    return [process for process in _table() if process.session == session]


def kill_session(session: int, patience: float = 2.0) -> None:
    """Kill what is left of a session and wait until it is gone."""
    deadline = time.monotonic() + patience
    while left := of_session(session):
        for process in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process.pid, signal.SIGKILL)
        if time.monotonic() > deadline:
            return
        time.sleep(0.02)


def _table() -> list[Process]:
    return _from_proc() if sys.platform == "linux" else _from_ps()


def _from_proc() -> list[Process]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            # A process may end while we look at it.
            with contextlib.suppress(OSError):
                state, _, _, session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
                if state not in "ZX":
                    found.append(Process(int(entry.name), int(session), os.fsdecode(command)))
    return found


def _from_ps() -> list[Process]:
    """Read `ps`: a minimal Debian has none, every other system does.

    The process group stands in for the session, of which not every `ps` tells.
    """
    answer = subprocess.run(
        ["/bin/ps", "-A", "-o", "pid=,pgid=,stat=,command="],
        check=True,
        capture_output=True,
        text=True,
    )
    rows = (line.split(None, 3) for line in answer.stdout.splitlines() if line.strip())
    return [
        Process(int(pid), int(group), command)
        for pid, group, state, command in rows
        if not state.startswith("Z")
    ]
