"""One run: bring everything up, let clients play, break things, let it end, check."""

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from config.stack import processes
from config.stack.state import CHECKOUT, scratch_folder
from tests.faults import watching
from tests.faults.breaking import Fault, Scene
from tests.faults.children import WEB, Children
from tests.faults.findings import Finding
from tests.faults.history import now
from tests.faults.windows import READY, Window
from tests.stack.stacks import until

END = 240.0
"""Seconds for the games that are under way to come to their end."""
_BREATH = 0.2
_PLAYED = "games played"
"""As the process of the clients counts them."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a run is asked for."""

    seed: int
    games: int
    seconds: float
    """It goes on until both are reached, and every fault was injected once."""
    long: bool
    gap: float
    """Seconds between two faults."""
    house: bool = False
    """Whether nobody but the house plays."""
    side_by_side: int = 8


@dataclass
class Course:
    """What happened in a run."""

    windows: list[Window] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    slowest_ready: float = 0.0
    """Seconds, after a restart of PostgreSQL."""


Say = Callable[[str, int, int, int], None]
"""Shows progress: what goes on, how many faults of how many, and how many games so far."""


class Run:
    """The harness while it works; a context, because whatever happens everything must end."""

    def __init__(self, wish: Wish, say: Say, keep: Path | None = None) -> None:
        self.wish = wish
        self.course = Course()
        self._say = say
        self._keep = keep
        self._doing, self._faults = "starting", 0
        self._stack = ExitStack()
        self._rng = random.Random(wish.seed)
        self._looked = 0.0

    def __enter__(self) -> Self:
        folder = self._stack.enter_context(scratch_folder("faults"))
        self.children = Children(folder, seed=self.wish.seed)
        self._stack.callback(self.children.end)
        self.history = folder / "history.jsonl"
        return self

    def __exit__(self, *error: object) -> None:
        self._copy_what_tells()
        self._stack.close()

    def play_and_break(self, faults: Sequence[Fault]) -> None:
        """Inject these in turn until all is done that the wish asks for; let every game end."""
        self._faults = len(faults)
        self._show("starting")
        self.children.bring_up()
        players = self._start_players()
        begin, turn = time.monotonic(), 0
        while turn < len(faults) or self._goes_on(begin):
            self.idle(self.wish.gap)
            if faults:
                self._inject(faults[turn % len(faults)])
                turn += 1
            assert players.poll() is None, self._why(self.history.with_suffix(".log"))
        self._let_end(players)

    def done(self) -> dict[str, int]:
        """Return what proxy and fail-points did, by name."""
        counts = self.children.orders.counts()
        return {what: count for what, count in counts.items() if what != _PLAYED}

    def _copy_what_tells(self) -> None:
        folder = self._keep
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            for file in (
                *self.children.state.logs.glob("*.log"),
                *self.history.parent.glob("history.*"),
            ):
                shutil.copy(file, folder)

    def idle(self, seconds: float) -> None:
        """Let time pass; children that end are started again, the database is looked at."""
        end = time.monotonic() + seconds
        while True:
            self.children.heal()
            if time.monotonic() - self._looked > 1:
                self.course.findings += watching.look(self.children)
                self._looked = time.monotonic()
                self._show(self._doing)
            if time.monotonic() >= end:
                return
            time.sleep(_BREATH)

    def _goes_on(self, begin: float) -> bool:
        return time.monotonic() - begin < self.wish.seconds or self._games() < self.wish.games

    def _games(self) -> int:
        return self.children.orders.counts().get(_PLAYED, 0)

    def _show(self, doing: str) -> None:
        self._doing = doing
        self._say(doing, len(self.course.windows), self._faults, self._games())

    def _inject(self, fault: Fault) -> None:
        self._show(fault.name)
        begin, server = now(), self.children.pid("postgres")
        fault.do(Scene(self.children, self._rng, self.wish.long, self.idle))
        if fault.restarts_database:
            self._see_ready(fault, after=server)
        # A child that was just killed may look alive for a moment.
        self.idle(_BREATH)
        while not self.children.is_ready():
            assert now() - begin < 120, f"{fault.name}: not whole again after two minutes"
            self.idle(_BREATH)
        self.course.windows.append(Window(fault.name, begin, now()))
        self._doing = "playing"

    def _see_ready(self, fault: Fault, *, after: int) -> None:
        """Time how long the web processes take to be ready on the server after this one (F30)."""
        children = self.children
        until(
            lambda: children.is_ready("postgres") and children.pid("postgres") != after,
            "PostgreSQL to be up again",
        )
        # One question at a time, for those that time out wait in line as well.
        green = [children.address(name) for name in WEB]
        waited = until(lambda: all(one.answers(READY) for one in green), "/health/ready")
        self.course.slowest_ready = max(self.course.slowest_ready, waited)
        if waited > READY:
            text = f"{fault.name}: ready {waited:.1f} s after the server"
            self.course.findings.append(Finding("slow-to-ready", "", text))

    def _start_players(self) -> "subprocess.Popen[bytes]":
        urls = [
            part for name in ("calls", "waits") for part in (f"--{name}", self.children.url(name))
        ]
        with self.history.with_suffix(".log").open("wb") as output:
            players = processes.start(
                [
                    *(sys.executable, "-m", "tests.faults.players", *urls),
                    *("--history", str(self.history), "--seed", str(self.wish.seed)),
                    *("--side-by-side", str(self.wish.side_by_side)),
                    *(["--house"] if self.wish.house else []),
                ],
                environment={"PATH": "/usr/bin:/bin", **self.children.orders.environment()},
                folder=CHECKOUT,
                output=output,
            )
        self._stack.callback(processes.kill_session, players.pid)
        return players

    def _let_end(self, players: "subprocess.Popen[bytes]") -> None:
        players.send_signal(signal.SIGTERM)
        self._doing, end = "letting the games end", time.monotonic() + END
        while players.poll() is None:
            if time.monotonic() > end:
                self.course.findings.append(Finding("unfinished", "", "the games did not end"))
                players.kill()
            self.idle(_BREATH)
        if players.returncode > 0:
            raise RuntimeError(self._why(self.history.with_suffix(".log")))

    @staticmethod
    def _why(log: Path) -> str:
        return f"The players ended too early. {log.read_text()[-3000:]}"
