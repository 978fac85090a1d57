"""Starts stacks the way a person does: a process, a state folder, signals."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import redis

from config.stack import credentials, ports, postgres
from config.stack.state import CHECKOUT, State

WAIT = 60.0
"""Seconds; a bound for a busy machine, not a promise."""
STACK_VARIABLES = (
    "DATABASE_URL",
    "HERDBOOK_OWNER_DATABASE_URL",
    "HERDBOOK_CONNECT_AS",
    "CELERY_BROKER_URL",
    "HERDBOOK_CACHE_URL",
    "HERDBOOK_SECRET_KEY",
    "HERDBOOK_EMBEDDED",
)


def until(condition: Callable[[], object], what: str, seconds: float = WAIT) -> float:
    """Wait for a condition and return how long it took."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() - begin < seconds, f"waited {seconds} s for {what}"
        time.sleep(0.02)
    return time.monotonic() - begin


def is_alive(pid: int) -> bool:
    """Say whether a process lives; one that has ended and is not yet reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def free_port() -> int:
    """Return a port of the loopback that nobody listens on, another one each time.

    It is below those from which systems take the near end of outgoing connections: one of those
    could be gone before our server listens there.
    """
    while True:
        port = random.SystemRandom().randrange(10_000, 20_000)
        if port not in _given and ports.obstacle("127.0.0.1", port) is None:
            _given.add(port)
            return port


_given: set[int] = set()


def run_apart(module: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a program of the tests that starts servers of its own; return how it ended."""
    environment = {name: text for name, text in os.environ.items() if name not in STACK_VARIABLES}
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def _as_in_a_terminal() -> None:
    """Hear of a closed terminal, though the tests themselves were started with nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Stack:
    """A supervisor in a process of its own."""

    def __init__(self, folder: Path, *, checkout: Path = CHECKOUT, **variables: str) -> None:
        self.state = State(folder)
        self.checkout = checkout
        kept = {name: value for name, value in os.environ.items() if name not in STACK_VARIABLES}
        ours = {"HERDBOOK_DATA": str(folder), "HERDBOOK_LIMITS": "off"}
        self.environment = {**kept, **ours, **variables}
        self.process: subprocess.Popen[str] | None = None

    def start(self, *command: str, module: str = "config.stack") -> "Stack":
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *command],
            cwd=self.checkout,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=_as_in_a_terminal,  # noqa: PLW1509 -- it takes no lock
        )
        return self

    def start_and_wait(self, *command: str, module: str = "config.stack") -> "Stack":
        process = self.start(*command, module=module).running
        until(lambda: self.is_ready() or process.poll() is not None, "the stack")
        assert process.poll() is None, process.communicate()[0]
        return self

    @property
    def running(self) -> subprocess.Popen[str]:
        assert self.process is not None
        return self.process

    def is_ready(self) -> bool:
        snapshot = self.state.snapshot()
        return bool(snapshot and snapshot["ready"] and snapshot["supervisor"] == self.running.pid)

    def pid(self, service: str) -> int | None:
        snapshot = self.state.snapshot()
        return snapshot["services"][service]["pid"] if snapshot else None

    def pids(self) -> list[int]:
        snapshot = self.state.snapshot()
        assert snapshot
        return [service["pid"] for service in snapshot["services"].values() if service["pid"]]

    def signal(self, number: signal.Signals) -> tuple[int, str, float]:
        """Send a signal; return exit code, output and how long it took to end."""
        begin = time.monotonic()
        self.running.send_signal(number)
        output = self.running.communicate(timeout=WAIT)[0]
        return self.running.returncode, output, time.monotonic() - begin

    def kill_service(self, name: str) -> float:
        """Kill a service's main process; return how long it took to be healed."""
        killed = self.pid(name)
        assert killed
        os.kill(killed, signal.SIGKILL)
        return until(
            lambda: self.pid(name) not in {killed, None} and self.is_ready(), f"{name} to be healed"
        )

    @contextmanager
    def broker_away(self) -> Iterator[None]:
        """Let the broker take what it is sent, and answer nothing."""
        pid = self.pid("broker")
        assert pid
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)

    def execute(self, *command: str, owner: bool = False) -> str:
        """Run a command in the environment of the stack; return what it prints."""
        role = ["--owner"] if owner else []
        done = subprocess.run(
            [sys.executable, "-m", "config.stack", "exec", *role, "--", *command],
            cwd=self.checkout,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def wait_until_ready(self) -> None:
        """Wait until what a test has broken is whole again."""
        until(self.is_ready, "the stack to be whole again")

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.communicate(timeout=WAIT)

    def connect(self, role: str = postgres.OWNER) -> psycopg.Connection:
        secrets = credentials.of(self.state)
        password = secrets.owner if role == postgres.OWNER else secrets.app
        port = ports.recorded(self.state)["postgres"]
        return psycopg.connect(postgres.url(role, password, port), autocommit=True)

    def broker(self, database: int = 0) -> redis.Redis:
        return redis.Redis(
            port=ports.recorded(self.state)["broker"],
            password=credentials.of(self.state).broker,
            db=database,
        )
