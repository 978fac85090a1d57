"""The process in which the peers play, in `.venv-bench`, which is made when it is missing."""

import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from benchmarks.peers import PINNED

ROOT = Path(__file__).parents[1]
VENV = ROOT / ".venv-bench"


def install() -> Path:
    """Return the Python that has the peers; install them if they are not there."""
    python, stamp = VENV / "bin" / "python", VENV / ".installed"
    if not stamp.exists() or stamp.read_text() != " ".join(PINNED):
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)  # noqa: S603
        subprocess.run([python, "-m", "pip", "install", "-qq", *PINNED], check=True)  # noqa: S603
        stamp.write_text(" ".join(PINNED))
    return python


class PeerProcess:
    """Plays a window when it is asked to, and sleeps otherwise."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [install(), ROOT / "benchmarks" / "peers.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=VENV,
            env={"PYTHONPATH": str(ROOT)},
        )
        self._answer("ready")

    def window(self, peer: str, seconds: float) -> tuple[int, float]:
        """Return how many moves a peer made, and the CPU time that it took."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{peer} {seconds}\n")
        self._process.stdin.flush()
        moves, took = self._answer().split()
        return int(moves), float(took)

    def _answer(self, expected: str | None = None) -> str:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline().strip()
        if not answer or (expected is not None and answer != expected):
            raise RuntimeError("the peers do not answer; remove .venv-bench and try again")
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
