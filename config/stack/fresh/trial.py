"""One person's first hour with Herdbook, in a minute: run, stop, run again, stop, test."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from config.stack.console import say, tail
from config.stack.fresh import pip
from config.stack.state import CHECKOUT

_PATIENCE = 300.0  # seconds for a first start, downloads included


@dataclass(frozen=True)
class Person:
    name: str
    home: str


PEOPLE = (Person("root", "/root"), Person("farmer", "/home/farmer"))


class Trial:
    """What one person tries in the Debian at `root`, and how long each step took."""

    def __init__(self, root: Path, person: Person) -> None:
        self.person = person
        self.passed = True
        self.seconds: dict[str, float] = {}
        self._root = root
        self._log = root / f"{person.name}.log"
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._port = server.getsockname()[1]

    def run(self) -> None:
        say(f"As {self.person.name}:")
        self._move_in()
        for which in ("first", "second"):
            make = self._start("run")
            self._step(f"make run, {which}", partial(self._answers, make))
            self._step(f"Ctrl-C, {which}", partial(self._stops, make))
            self._end(make)
        tests = self._start("test")
        self._step("make test", lambda: tests.wait() == 0)
        self._end(tests)
        self._step("nothing left running", lambda: not self._processes())

    def _step(self, name: str, work: Callable[[], bool]) -> None:
        """Do one step; after one that failed the rest would only fail for the same reason."""
        if not self.passed:
            return
        begin = time.monotonic()
        done = work()
        self.seconds[name] = time.monotonic() - begin
        say(f"  {name:<24}{self.seconds[name]:6.1f} s  {'' if done else 'FAILED'}")
        if not done:
            self.passed = False
            say(tail(self._log, 40))

    def _move_in(self) -> None:
        """Give the person the committed tree, in a home that is closed to everybody else."""
        home = self._root / self.person.home.lstrip("/")
        if self.person.name != "root":
            subprocess.run(
                ["chroot", self._root, "useradd", "--create-home", self.person.name], check=True
            )
        home.chmod(0o700)
        tree = home / "herdbook"
        tree.mkdir()
        archive = subprocess.run(
            ["git", "-c", f"safe.directory={CHECKOUT}", "-C", CHECKOUT, "archive", "HEAD"],
            check=True,
            capture_output=True,
        ).stdout
        subprocess.run(["tar", "-x", "-C", tree], input=archive, check=True)
        place = f"{self.person.home}/herdbook"
        owner = f"{self.person.name}:{self.person.name}"
        subprocess.run(["chroot", self._root, "chown", "-R", owner, place], check=True)

    def _start(self, target: str) -> subprocess.Popen[bytes]:
        variables = {
            **pip.environment(),
            "HOME": self.person.home,
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "LANG": "C.UTF-8",
            "HERDBOOK_PORT": str(self._port),
        }
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [
                    *("chroot", f"--userspec={self.person.name}", str(self._root)),
                    *("make", "-C", f"{self.person.home}/herdbook", target),
                ],
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _answers(self, make: subprocess.Popen[bytes]) -> bool:
        begin = time.monotonic()
        while make.poll() is None and time.monotonic() - begin < _PATIENCE:
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=2)
            try:
                connection.request("GET", "/api/v1/health/ready")
                if connection.getresponse().status == http.client.OK:
                    return True
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
            finally:
                connection.close()
        return False

    def _stops(self, make: subprocess.Popen[bytes]) -> bool:
        """Press Ctrl-C: a terminal sends it to make and to what make has started."""
        begin = time.monotonic()
        if make.poll() is None:
            os.killpg(make.pid, signal.SIGINT)
        make.wait()
        return time.monotonic() - begin < 3 and not self._processes()  # noqa: PLR2004 -- seconds

    def _end(self, make: subprocess.Popen[bytes]) -> None:
        """Let nothing of a failed step disturb what comes after it."""
        if make.poll() is None:
            os.killpg(make.pid, signal.SIGTERM)
            make.wait()

    def _processes(self) -> list[str]:
        """List what runs in the Debian; zombies of this namespace have no root any more."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if (entry / "root").readlink() == self._root:
                    found.append((entry / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
        return found


def table(trials: list[Trial]) -> str:
    """Return the timings in seconds, one column for each person."""
    lines = [f"{'':<24}" + "".join(f"{trial.person.name:>10}" for trial in trials)]
    for step in trials[0].seconds:
        cells = (f"{trial.seconds.get(step, 0.0):>10.1f}" for trial in trials)
        lines.append(f"{step:<24}" + "".join(cells))
    results = (f"{'passed' if trial.passed else 'FAILED':>10}" for trial in trials)
    return "\n".join(["", *lines, f"{'':<24}" + "".join(results), ""])
