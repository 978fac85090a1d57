"""A stack of its own for a benchmark, in a state folder that goes with it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from config.stack.state import State, scratch_folder


@contextlib.contextmanager
def running_stack(what: str = "run", **variables: str) -> Iterator[State]:
    """Start everything as `make run` does, with fsync on and limits off; end it afterwards.

    `servers` starts the database and the broker only, and nothing that works with them.
    """
    with scratch_folder("bench") as folder:
        environment = {
            **os.environ,
            "HERDBOOK_DATA": str(folder),
            "HERDBOOK_PORT": "0",
            "HERDBOOK_LIMITS": "off",
            "HERDBOOK_LOG_LEVEL": "WARNING",
            **variables,
        }
        stack = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-m", "config.stack", what],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        state = State(Path(folder))
        try:
            _wait_until_ready(state, stack)
            yield state
        finally:
            stack.send_signal(signal.SIGINT)
            stack.wait(60)


def _wait_until_ready(state: State, stack: "subprocess.Popen[bytes]") -> None:
    for _ in range(1200):
        snapshot = state.snapshot()
        if snapshot is not None and snapshot["ready"]:
            return
        if stack.poll() is not None:
            raise SystemExit("The stack did not start; `make run` says why.")
        time.sleep(0.1)
    raise SystemExit("The stack was not ready within two minutes.")


def other_load(before: tuple[float, float]) -> float:
    """Return the share of processor time since `before` that other people's processes used."""
    busy, own = processor_times()
    return max(0.0, (busy - before[0]) - (own - before[1]))


def processor_times() -> tuple[float, float]:
    """Return the busy seconds of the machine, and those of the benchmark: its stack included."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    ticks = os.sysconf("SC_CLK_TCK")
    idle = fields[3] + fields[4]
    return (sum(fields) - idle) / ticks, tree_seconds(os.getppid())


def tree_seconds(root: int) -> float:
    """Return the processor seconds of a process and all below it."""
    ticks = os.sysconf("SC_CLK_TCK")
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            parents[int(entry.name)] = int(fields[1])
            # Its own, and of its children that have ended: pgbench is gone when this is asked.
            spent[int(entry.name)] = sum(map(int, fields[11:15])) / ticks
    total = 0.0
    for pid, seconds in spent.items():
        above = pid
        while above in parents and above != root:
            above = parents[above]
        total += seconds if above == root else 0.0
    return total


def resident_megabytes(pids: list[int]) -> float:
    """Return the proportional memory of processes and all below them, in MB."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    kilobytes = 0
    waiting = list(pids)
    while waiting:
        pid = waiting.pop()
        waiting += children.get(pid, [])
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    kilobytes += int(line.split()[1])
    return kilobytes / 1024
