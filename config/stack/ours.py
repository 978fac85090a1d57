"""Our own processes: web, workers and beat, and how each shows that it is ready."""

import errno
import http.client
import sys
import zlib
from dataclasses import dataclass

from config import env
from config.stack import ports
from config.stack.console import StackError
from config.stack.service import Service
from config.stack.state import CHECKOUT, State
from config.stack.wiring import Wiring

_READY_PATH = "/api/v1/health/ready"
_WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- to talk to, not to listen on


@dataclass(frozen=True)
class Address:
    """Where the web process listens."""

    host: str
    port: int

    @classmethod
    def from_environment(cls, state: State) -> "Address":
        """Read HERDBOOK_HOST and HERDBOOK_PORT; port 0 means one that is free, and is kept."""
        host = env.text("HERDBOOK_HOST", "127.0.0.1")
        port = env.whole("HERDBOOK_PORT", 8000, most=65_535)
        return cls(host, port or ports.kept(state, "web", host))

    def refuse_if_taken(self) -> None:
        error = ports.obstacle(self.host, self.port)
        if error:
            advice = (
                "Another program has the port; choose one with HERDBOOK_PORT=8001, say."
                if error.errno == errno.EADDRINUSE
                else "HERDBOOK_HOST and HERDBOOK_PORT choose another address."
            )
            raise StackError(
                f"Cannot listen on {self.host}, port {self.port}: {error.strerror}. {advice}"
            )

    @property
    def reachable_host(self) -> str:
        return _WILDCARDS.get(self.host, self.host)

    @property
    def url(self) -> str:
        host = self.reachable_host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def answers(self, patience: float = 0.5) -> bool:
        """Say whether the web process can reach all it needs; `patience` is in seconds."""
        connection = http.client.HTTPConnection(self.reachable_host, self.port, timeout=patience)
        try:
            connection.request("GET", _READY_PATH)
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def web(state: State, wiring: Wiring, address: Address) -> Service:
    command = [
        *("granian", "--interface", "asgi", "--no-ws", "config.asgi:application"),
        *("--host", address.host, "--port", str(address.port), "--workers", "1"),
        # A stream takes a place for hours, and a wait for a minute.
        *("--backpressure", "16384", "--backlog", "4096"),
        # A reader who takes nothing would hold up a Ctrl-C for as long as it likes.
        *("--workers-kill-timeout", "3", "--working-dir", str(CHECKOUT)),
    ]
    return Service(
        name="web",
        command=[sys.executable, "-m", *command],
        environment=wiring.for_app("web"),
        folder=CHECKOUT,
        log=state.log("web"),
        is_ready=address.answers,
        stage=3,
        port=address.port,
    )


def worker(state: State, wiring: Wiring) -> Service:
    command = _works(state, "herdbook", "-Q", "bots,clock", "--concurrency", "2")
    # A running task may take its time limit; tasks are short, so an idle worker stops at once.
    return _celery(state, wiring, "worker", command, stage=2, grace=30)


def hooks(state: State, wiring: Wiring) -> Service:
    """Return the worker that talks to servers of others: its threads mostly wait for them."""
    command = _works(
        state, "herdbook-hooks", "-Q", "hooks", "--pool", "threads", "--concurrency", "8"
    )
    return _celery(state, wiring, "hooks", command, stage=2, grace=30)


def _works(state: State, name: str, *options: str) -> list[str]:
    # Beside others on one external broker the name has to be this stack's own.
    label = f"{zlib.crc32(str(state.folder).encode()):08x}"
    hostname = ("--hostname", f"{name}-{label}@%h", "--without-gossip", "--without-mingle")
    return ["worker", *options, *hostname]


def beat(state: State, wiring: Wiring) -> Service:
    command = ["beat", "--schedule", str(state.folder / "beat-schedule")]
    return _celery(state, wiring, "beat", command, stage=3, grace=10)


def _celery(
    state: State, wiring: Wiring, name: str, command: list[str], *, stage: int, grace: float
) -> Service:
    ready_file = state.folder / f"{name}.ready"
    program = [sys.executable, "-m", "celery", "-A", "config", "--workdir", str(CHECKOUT)]
    return Service(
        name=name,
        command=[*program, *command, "--loglevel", "INFO"],
        environment={**wiring.for_app(name), "HERDBOOK_READY_FILE": str(ready_file)},
        folder=CHECKOUT,
        log=state.log(name),
        is_ready=ready_file.exists,
        stage=stage,
        grace=grace,
        ready_file=ready_file,
    )
