"""Everything the harness starts: servers, proxy and our own processes, each a child of it.

    postgres, broker      the real servers
    proxy                 before both of them; only migrations and the checks go past it
    calls, waits          two web processes, as in production: one of calls, one that waits
    worker-1, worker-2    two workers
    beat

Children that end are started again, as a service manager does it, unless they are held down.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psycopg
import redis

from config.stack import account, credentials, ports, postgres, processes, valkey, wiring
from config.stack.console import tail
from config.stack.ours import Address
from config.stack.postgres import Postgres
from config.stack.service import Service
from config.stack.state import CHECKOUT, State
from config.stack.valkey import Valkey
from tests.faults.orders import VISIBILITY, Orders
from tests.stack.stacks import STACK_VARIABLES, until

WORKERS = ("worker-1", "worker-2")
WEB = ("calls", "waits")
OURS = (*WEB, *WORKERS, "beat")
_HOST = "127.0.0.1"
_SETTINGS = {
    "HERDBOOK_DEBUG": "1",
    "HERDBOOK_LIMITS": "off",
    "HERDBOOK_HOUSE_PACE_MS": "0-60",
    "HERDBOOK_SWEEP_SECONDS": "1",
    "HERDBOOK_THREADS": "6",
}


class Children:
    """The processes of one run, by name."""

    def __init__(self, folder: Path, *, seed: int) -> None:
        for name in STACK_VARIABLES:
            os.environ.pop(name, None)
        os.environ.update(_SETTINGS)
        self.folder = folder
        self.seed = seed
        self.state = State(folder)
        self.orders = Orders(folder)
        self._held: set[str] = set()
        self._spawned = 0
        self._services: dict[str, Service] = {}

    def bring_up(self) -> None:
        """Start everything and wait until it answers."""
        unprivileged = account.for_servers()
        self.state.prepare(unprivileged)
        database, broker = Postgres(self.state, unprivileged), Valkey(self.state, unprivileged)
        ports.kept(self.state, "proxy-postgres")
        ports.kept(self.state, "proxy-broker")
        server = database.service()
        # The checks ask when each command was committed, not only when it says it happened.
        server.command += ["-c", "track_commit_timestamp=on"]
        self._add(server)
        self._add(broker.service())
        self.wait_until_ready("postgres", "broker")
        database.make_roles()
        self._add(self._proxy())
        self.wait_until_ready("proxy")
        self._migrate()
        for service in (*map(self._web, WEB), *map(self.worker, WORKERS), self.beat("beat")):
            self._add(service)
        self.wait_until_ready()

    def _add(self, service: Service) -> None:
        self._services[service.name] = service
        service.start()

    def end(self) -> None:
        """Kill everything; nothing of it is kept."""
        for service in reversed(self._services.values()):
            service.clear_away()

    # --- what faults do ---

    def pid(self, name: str) -> int:
        process = self._services[name].process
        assert process is not None, f"{name} is down"
        return process.pid

    def family(self, name: str) -> list[int]:
        """Return the processes that a child has started itself."""
        main = self.pid(name)
        return [one.pid for one in processes.of_session(main) if one.pid != main]

    def kill(self, name: str) -> None:
        """Kill a child and all it started, without a word."""
        self._services[name].clear_away()

    def kill_main(self, name: str) -> None:
        """Kill a child's main process alone."""
        os.kill(self.pid(name), 9)

    def hold_down(self, name: str) -> None:
        """Kill a child and start it no more, until it is released."""
        self._held.add(name)
        self.kill(name)

    def release(self, name: str) -> None:
        self._held.discard(name)
        self.heal()

    def spawn(self, service: Service) -> None:
        """Start one more child beside the usual ones."""
        self._add(service)

    def dismiss(self, name: str) -> None:
        """End a spawned child for good."""
        self._services.pop(name).clear_away()

    def heal(self) -> list[str]:
        """Start what has ended; return the names of it."""
        ended = [
            name
            for name, service in self._services.items()
            if name not in self._held and service.has_ended()
        ]
        for name in ended:
            self._services[name].clear_away()
            self._services[name].start()
        return ended

    def is_ready(self, *names: str) -> bool:
        self.heal()
        wanted = names or [name for name in self._services if name not in self._held]
        return all(self._services[name].is_ready() for name in wanted)

    def wait_until_ready(self, *names: str) -> float:
        """Wait until these, or all that are not held down, answer; return how long it took."""
        return until(lambda: self.is_ready(*names), f"{', '.join(names) or 'all'} to be ready")

    # --- how they are reached ---

    def url(self, name: str) -> str:
        return self.address(name).url

    def address(self, name: str) -> Address:
        return Address(_HOST, ports.recorded(self.state)[name])

    def direct(self) -> wiring.Wiring:
        """Return the addresses of the servers themselves."""
        return wiring.of(self.state)

    def owner(self) -> psycopg.Connection:
        """Connect as the owner of the tables, past the proxy."""
        return psycopg.connect(self.direct().owner_url, autocommit=True, connect_timeout=2)

    def superuser(self) -> psycopg.Connection:
        port = ports.recorded(self.state)["postgres"]
        password = credentials.of(self.state).superuser
        address = postgres.url("postgres", password, port)
        return psycopg.connect(address, autocommit=True, connect_timeout=2)

    def broker(self) -> redis.Redis:
        """Connect to the broker, past the proxy."""
        return redis.Redis(
            port=ports.recorded(self.state)["broker"],
            password=credentials.of(self.state).broker,
        )

    def end_of_log(self, name: str) -> str:
        return tail(self.state.log(name))

    # --- what they are ---

    def _wires(self) -> wiring.Wiring:
        secrets, port = credentials.of(self.state), ports.recorded(self.state)
        return replace(
            wiring.of(self.state),
            app_url=postgres.url(postgres.APP, secrets.app, port["proxy-postgres"]),
            broker_url=valkey.url(secrets.broker, port["proxy-broker"], database=0),
            cache_url=valkey.url(secrets.broker, port["proxy-broker"], database=1),
        )

    def _environment(self, name: str) -> dict[str, str]:
        return {**self._wires().for_app(name), **self.orders.environment()}

    def _service(
        self, name: str, module: str, *arguments: str, is_ready: Callable[[], bool]
    ) -> Service:
        return Service(
            name=name,
            command=[sys.executable, "-m", module, *arguments],
            environment=self._environment(name),
            folder=CHECKOUT,
            log=self.state.log(name),
            is_ready=is_ready,
            stage=0,
        )

    def _proxy(self) -> Service:
        port = ports.recorded(self.state)
        return self._service(
            *("proxy", "tests.faults.proxy", "--seed", str(self.seed)),
            *("--postgres", str(port["proxy-postgres"]), str(port["postgres"])),
            *("--broker", str(port["proxy-broker"]), str(port["broker"])),
            is_ready=lambda: ports.obstacle(_HOST, port["proxy-broker"]) is not None,
        )

    def _web(self, name: str) -> Service:
        """Granian with the options of `docs/deploy`, and an application with fail-points."""
        port = ports.kept(self.state, name)
        interface = "wsgi" if name == "calls" else "asgi"
        threads = ["--blocking-threads", "6"] if name == "calls" else []
        return self._service(
            *(name, "granian", "--interface", interface, "--no-ws", *threads),
            *(
                "--host",
                _HOST,
                "--port",
                str(port),
                "--workers",
                "1",
                "--workers-kill-timeout",
                "2",
            ),
            *("--respawn-failed-workers", "--respawn-interval", "0.5"),
            f"tests.faults.{name}:application",
            is_ready=self.address(name).answers,
        )

    def worker(self, name: str, *more: str, visibility: int | None = None) -> Service:
        """Describe a worker with more options; there may be more than the usual ones.

        `visibility` is in seconds: messages of any worker's are then handed out again after that.
        """
        service = self._celery(
            *(name, "worker", "-Q", "bots,clock,hooks", "--concurrency", "2"),
            *("--hostname", f"{name}@faults", "--without-gossip", "--without-mingle", *more),
        )
        if visibility is not None:
            changed = {VISIBILITY: str(visibility)}
            service.environment = {**service.environment, **changed}
        return service

    def beat(self, name: str) -> Service:
        """Describe a beat; there may be more than one."""
        return self._celery(name, "beat", "--schedule", str(self.folder / f"{name}-schedule"))

    def _celery(self, name: str, *command: str) -> Service:
        ready_file = self.folder / f"{name}.ready"
        service = self._service(
            *(name, "celery", "-A", "tests.faults.worker", *command, "--loglevel", "INFO"),
            is_ready=ready_file.exists,
        )
        service.environment = {**service.environment, "HERDBOOK_READY_FILE": str(ready_file)}
        service.ready_file = ready_file
        return service

    def _migrate(self) -> None:
        with self.state.log("migrate").open("ab") as output:
            process = processes.start(
                [sys.executable, str(CHECKOUT / "manage.py"), "migrate", "--no-input"],
                environment=self.direct().for_owner("migrate"),
                folder=CHECKOUT,
                output=output,
            )
        assert process.wait(120) == 0, self.end_of_log("migrate")
