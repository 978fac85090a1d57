"""Keeps services running: starts them in order, heals them, stops them in order.

One thread and one loop. It sleeps until a signal arrives, unless a service is on its way up.
"""

import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence

from config.stack import processes
from config.stack.console import StackError, say, tail
from config.stack.service import Service
from config.stack.state import CHECKOUT, Snapshot, State, write_json
from config.stack.wakeups import Wakeups

_PATIENCE = 60.0  # seconds for the first start of a service


class Supervisor:
    """The services of one state folder."""

    def __init__(self, state: State, wakeups: Wakeups, *, command: str, url: str | None) -> None:
        self.state = state
        self.wakeups = wakeups
        self._snapshot: Snapshot = {
            "supervisor": os.getpid(),
            "command": command,
            "url": url,
            "ready": False,
            "services": {},
        }
        self._services: list[Service] = []
        self._complete = False

    def bring_up(self, *services: Service) -> None:
        """Start services side by side and wait until all of them are ready.

        Raises `StackError` for one that ends or is not ready in time: what has never worked is
        not tried again, its log is shown instead.
        """
        self._services.extend(services)
        begin = time.monotonic()
        for service in services:
            service.start()
        self._publish()
        while waiting := [service for service in services if not service.ready]:
            for service in waiting:
                if service.has_ended():
                    raise _failure(service, "ended")
                if time.monotonic() - begin > _PATIENCE:
                    raise _failure(service, f"is not ready after {_PATIENCE:.0f} seconds")
            self._heal()
            self._pause(0.05)

    def declare_complete(self) -> None:
        """Say in `processes.json` that everything of this stack is up."""
        self._complete = True
        self._publish()

    def run_once(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], *, quiet: bool
    ) -> str:
        """Run a command to its end while watching the services; return what it printed.

        Unless `quiet`, what it prints goes to its log instead, and nothing is returned.
        """
        log = self.state.log(name)
        with log.open("ab") as output:
            begin = output.tell()
            process = processes.start(
                command, environment=environment, folder=CHECKOUT, output=output, answer=quiet
            )
        try:
            self.watch(until=lambda: process.poll() is not None)
        finally:
            if process.poll() is None:
                processes.kill_session(process.pid)
            answer = process.communicate()[0] or b""
        if process.returncode:
            raise StackError(f"{name} failed ({_reason(process.returncode)}). {tail(log, begin)}")
        return answer.decode()

    def watch(self, until: Callable[[], bool] = lambda: False) -> None:
        """Heal what ends until something has happened, or for ever."""
        while not until():
            self._heal()
            restless = any(not service.ready for service in self._services)
            self._pause(0.1 if restless else 5.0)

    def bring_down(self) -> None:
        """Stop everything, stage by stage; a second Ctrl-C shortens the wait."""
        for stage in sorted({service.stage for service in self._services}, reverse=True):
            services = [service for service in self._services if service.stage == stage]
            for service in services:
                service.ask_to_stop()
            begin, asked = time.monotonic(), self.wakeups.stops_asked
            while self.wakeups.stops_asked == asked and any(
                not service.has_ended() and time.monotonic() - begin < service.grace
                for service in services
            ):
                self.wakeups.wait(0.1)
            for service in services:
                service.clear_away()
            self._publish()

    def _heal(self) -> None:
        changed = False
        for service in self._services:
            if service.process is not None and service.has_ended():
                code = service.process.returncode
                service.clear_away()
                if not service.plan_restart():
                    raise _failure(service, "ends again and again")
                say(f"  {service.name} ended ({_reason(code)}); it is started again.")
                changed = True
            elif service.process is None and time.monotonic() >= service.start_due_at:
                service.start()
                changed = True
            elif service.process is not None and not service.ready and service.is_ready():
                service.ready = changed = True
        if changed:
            self._publish()

    def _pause(self, seconds: float) -> None:
        self.wakeups.raise_if_asked_to_stop()
        self.wakeups.wait(seconds)
        self.wakeups.raise_if_asked_to_stop()

    def _publish(self) -> None:
        self._snapshot["services"] = {
            service.name: service.snapshot() for service in self._services
        }
        self._snapshot["ready"] = self._complete and all(
            service.ready for service in self._services
        )
        write_json(self.state.processes, self._snapshot)


def _failure(service: Service, what: str) -> StackError:
    return StackError(f"{service.name} {what}. {tail(service.log, service.log_begin)}")


def _reason(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"exit code {code}"
