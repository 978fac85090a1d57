"""A PostgreSQL and a Valkey as a server for the public has them, and its processes on them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection

from config.env import DatabaseUrl
from config.stack import credentials, ports, postgres, valkey
from config.stack.credentials import Credentials
from tests.docs.pages import DOCS, ROOT
from tests.stack.stacks import STACK_VARIABLES, Stack, free_port

UNITS = ("calls", "waits", "worker", "hooks", "beat")
"""The processes, each with a unit file in `docs/deploy`."""
SECONDS = 60
"""Until a process has refused to start, on a busy machine."""


class Production:
    """Servers with the tables of this version in them."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack

    def start(self, *, fsync: bool = True) -> None:
        """Start the servers, anew if they run."""
        self.stack.end()
        self.stack.environment["HERDBOOK_FSYNC"] = "1" if fsync else "0"
        self.stack.start_and_wait("servers")

    def migrate(self) -> None:
        """Make the tables, as their owner."""
        self.manage("migrate", "--no-input", "--verbosity", "0", as_owner=True)

    def manage(self, *arguments: str, as_owner: bool = False) -> str:
        """Run a management command to its good end; return what it printed."""
        variables = {"HERDBOOK_OWNER_DATABASE_URL": self.url(postgres.OWNER)} if as_owner else {}
        ran = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment(**variables),
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{ran.stdout}{ran.stderr}"
        return ran.stdout

    @property
    def secrets(self) -> Credentials:
        return credentials.of(self.stack.state)

    def url(self, role: str = postgres.APP) -> str:
        password = {
            postgres.APP: self.secrets.app,
            postgres.OWNER: self.secrets.owner,
            "postgres": self.secrets.superuser,
        }[role]
        return postgres.url(role, password, self.port)

    @property
    def port(self) -> int:
        return ports.recorded(self.stack.state)["postgres"]

    def ask(self, statement: str, *values: object) -> tuple[Any, ...]:
        """Return the first row of an answer to the superuser."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as superuser:
            row = superuser.execute(statement, values).fetchone()
        assert row is not None
        return row

    def administer(self, *statements: str) -> None:
        """Run statements as the superuser."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as superuser:
            for statement in statements:
                superuser.execute(statement)

    def environment(self, **variables: str) -> dict[str, str]:
        """Return the environment of a process for the public."""
        kept = {name: value for name, value in os.environ.items() if name not in STACK_VARIABLES}
        broker = ports.recorded(self.stack.state)["broker"]
        ours = {
            "HERDBOOK_DEBUG": "0",
            "HERDBOOK_SECRET_KEY": self.secrets.secret_key,
            "DATABASE_URL": self.url(),
            "CELERY_BROKER_URL": valkey.url(self.secrets.broker, broker, database=0),
        }
        return {**kept, **ours, **variables}

    def refusals(self, *units: str, **variables: str) -> dict[str, tuple[int, str]]:
        """Start processes by the commands of their units, or modules; return code and words of each.

        One that has not ended after a minute is killed, and its exit code is below zero.
        """
        begun = {unit: self._begin(unit, variables) for unit in units}
        deadline = time.monotonic() + SECONDS
        ended: dict[str, tuple[int, str]] = {}
        for unit, process in begun.items():
            with process:
                try:
                    output = process.communicate(timeout=max(0.1, deadline - time.monotonic()))[0]
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    output = process.communicate()[0]
                ended[unit] = (process.returncode, output)
        return ended

    def _begin(self, unit: str, variables: dict[str, str]) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self._command(unit) if unit in UNITS else [sys.executable, "-m", unit],
            env=self.environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def _command(self, unit: str) -> list[str]:
        text = (DOCS / "deploy" / f"herdbook-{unit}.service").read_text().replace("\\\n", " ")
        (line,) = [one for one in text.splitlines() if one.startswith("ExecStart=")]
        program, *arguments = line.removeprefix("ExecStart=").replace("%%", "%").split()
        for name, value in (
            ("--port", str(free_port())),
            ("--schedule", str(self.stack.state.folder / "beat-schedule")),
        ):
            if name in arguments:
                arguments[arguments.index(name) + 1] = value
        # With it the server would go on for as long as its processes take long to fail.
        arguments = [one for one in arguments if one != "--respawn-failed-workers"]
        return [str(Path(sys.executable).with_name(Path(program).name)), *arguments]


@contextmanager
def connected(url: str) -> Iterator[None]:
    """Have Django's connection lead somewhere else for a while."""
    there = DatabaseUrl.parse("DATABASE_URL", url).as_django(options={})
    parts = {name: there[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")}
    kept = {name: connection.settings_dict[name] for name in parts}
    connection.close()
    connection.settings_dict.update(parts)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(kept)
