"""Our own processes: web, worker and beat, and how each shows that it is ready."""

import http.client
import socket
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from celery import Celery
from kombu.exceptions import KombuError

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
            raise StackError(
                f"Cannot listen on {self.host}, port {self.port}: {error.strerror}. Another "
                "program may have the port; choose one with HERDBOOK_PORT=8001, say."
            )

    @property
    def reachable_host(self) -> str:
        return _WILDCARDS.get(self.host, self.host)

    @property
    def url(self) -> str:
        host = self.reachable_host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def answers(self) -> bool:
        """Say whether the web process can reach all it needs."""
        connection = http.client.HTTPConnection(self.reachable_host, self.port, timeout=0.5)
        try:
            connection.request("GET", _READY_PATH)
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def web(state: State, wiring: Wiring, address: Address) -> Service:
    command = [
        *("-m", "granian", "--interface", "asgi", "config.asgi:application"),
        *("--host", address.host, "--port", str(address.port), "--workers", "1"),
        # An open stream would hold up a Ctrl-C for as long as its reader likes.
        *("--workers-kill-timeout", "1", "--working-dir", str(CHECKOUT)),
    ]
    return _service(
        state, wiring, "web", command, is_ready=address.answers, stage=3, port=address.port
    )


def worker(state: State, wiring: Wiring) -> Service:
    # Beside others on one external broker the name has to be this stack's own.
    label = f"{zlib.crc32(str(state.folder).encode()):08x}"
    node = f"herdbook-{label}@{socket.gethostname()}"
    command = [
        *("-m", "celery", "-A", "config", "--workdir", str(CHECKOUT), "worker"),
        *("-Q", "bots,clock,hooks", "--concurrency", "2", "--hostname", node),
        *("--loglevel", "INFO", "--without-gossip", "--without-mingle"),
    ]
    # A running task may take its time limit; tasks are short, so an idle stack stops at once.
    return _service(
        state, wiring, "worker", command, is_ready=_pong(wiring.broker_url, node), stage=2, grace=30
    )


def beat(state: State, wiring: Wiring) -> Service:
    schedule = state.folder / "beat-schedule"
    command = [
        *("-m", "celery", "-A", "config", "--workdir", str(CHECKOUT), "beat"),
        *("--schedule", str(schedule), "--loglevel", "INFO"),
    ]
    service = _service(
        state,
        wiring,
        "beat",
        command,
        is_ready=lambda: _written_since(schedule, service.born_at),
        stage=3,
    )
    return service


def _service(
    state: State,
    wiring: Wiring,
    name: str,
    command: list[str],
    *,
    is_ready: Callable[[], bool],
    stage: int,
    grace: float = 10.0,
    port: int | None = None,
) -> Service:
    return Service(
        name=name,
        command=[sys.executable, *command],
        environment=wiring.for_app(name),
        folder=CHECKOUT,
        log=state.log(name),
        is_ready=is_ready,
        stage=stage,
        grace=grace,
        port=port,
    )


def _pong(broker_url: str, node: str) -> Callable[[], bool]:
    """Return a check that asks the worker itself, whatever the broker is."""
    client = Celery(broker=broker_url, set_as_current=False)

    def has_answered() -> bool:
        with suppress(OSError, KombuError), client.connection_for_write() as connection:
            return bool(client.control.ping([node], timeout=0.4, limit=1, connection=connection))
        return False

    return has_answered


def _written_since(schedule: Path, moment: float) -> bool:
    """Say whether beat has opened its schedule; the database's suffix depends on the system."""
    return any(
        file.stat().st_mtime >= moment - 1 for file in schedule.parent.glob(schedule.name + "*")
    )
