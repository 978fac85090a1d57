"""One service: what to start, how to see that it is ready, how to stop it."""

import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from config.stack import processes
from config.stack.account import Account
from config.stack.state import ServiceSnapshot

# Seconds before the first, second ... restart. Most deaths are healed by the first one; a
# service that needs the sixth is broken, and a person has to look.
BACK_OFF = (0.0, 0.5, 1.0, 2.0, 4.0)
_STABLE = 60.0  # seconds of life after which earlier restarts are forgotten


@dataclass(kw_only=True)
class Service:
    """A program that shall run until the stack stops."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    folder: Path
    log: Path
    is_ready: Callable[[], bool]
    """Must answer within half a second; it is asked until it says yes, after every start."""
    stage: int
    """Services of the highest stage are stopped first, those of one stage side by side."""
    stop_signal: signal.Signals = signal.SIGTERM
    grace: float = 10.0
    """Seconds between the stop signal and SIGKILL."""
    account: Account | None = None
    port: int | None = None
    ready_file: Path | None = None
    """Removed before each start, for a service that makes it when it is ready."""

    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    ready: bool = field(default=False, init=False)
    restarts: int = field(default=0, init=False)
    started_at: float = field(default=0.0, init=False)
    start_due_at: float = field(default=0.0, init=False)
    log_begin: int = field(default=0, init=False)
    """Where in the log the last start begins."""

    def start(self) -> None:
        if self.ready_file:
            self.ready_file.unlink(missing_ok=True)
        with self.log.open("ab") as log:
            self.log_begin = log.tell()
            self.process = processes.start(
                self.command,
                environment=self.environment,
                folder=self.folder,
                output=log,
                account=self.account,
                death_signal=self.stop_signal,
            )
        self.started_at = time.monotonic()
        self.ready = False

    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def clear_away(self) -> None:
        """End what the main process left: workers of a killed server hold ports and connections."""
        if self.process is not None:
            processes.kill_session(self.process.pid)
            self.process.wait()
        self.process = None
        self.ready = False

    def plan_restart(self) -> bool:
        """Set when to start again; False if it has ended too often."""
        now = time.monotonic()
        if now - self.started_at > _STABLE:
            self.restarts = 0
        if self.restarts >= len(BACK_OFF):
            return False
        self.start_due_at = now + BACK_OFF[self.restarts]
        self.restarts += 1
        return True

    def ask_to_stop(self) -> None:
        """Signal the main process only: it knows how to end its children, and in which order."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(self.stop_signal)

    def snapshot(self) -> ServiceSnapshot:
        return {
            "pid": self.process.pid if self.process else None,
            "ready": self.ready,
            "restarts": self.restarts,
            "port": self.port,
            "log": str(self.log),
        }
