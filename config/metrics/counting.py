"""What every process counts while it works.

Web processes, workers and their children each write into files of their own in one folder, from
which the process that shows them adds them up. Without that folder nothing is counted of commands.
"""

import contextlib
import logging
import os
from pathlib import Path

from config import env


def _writable(folder: str) -> str:
    """Return a folder, or nothing: a command by hand may run for somebody who may not write there."""
    with contextlib.suppress(OSError):
        Path(folder).mkdir(parents=True, exist_ok=True)
    return folder if os.access(folder, os.W_OK | os.X_OK) else ""


ASKED = env.text("HERDBOOK_METRICS_FOLDER")
FOLDER = ASKED and _writable(ASKED)
if FOLDER:
    # The library looks for it when it is imported, and never again.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = FOLDER

from prometheus_client import Counter, Histogram  # noqa: E402

SECONDS = Histogram(
    "herdbook_command_seconds",
    "Seconds that a recorded command took, by its cause; their count is that of accepted commands",
    ["cause"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
REFUSALS = Counter(
    "herdbook_refusals", "Calls that were answered with a problem, by its code", ["code"]
)


class CommandCounter(logging.Handler):
    """Hears of each recorded command by the one line that it has in the log."""

    def emit(self, record: logging.LogRecord) -> None:
        said = record.args
        if isinstance(said, dict) and "ms" in said:
            SECONDS.labels(said["cause"]).observe(said["ms"] / 1000)


def refused(code: str) -> None:
    """Count a problem that is sent."""
    REFUSALS.labels(code).inc()
