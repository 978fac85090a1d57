"""All checks of one run, once its games are over and its servers still are there."""

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.faults.children import Children
from tests.faults.findings import Finding
from tests.faults.history import Told, read
from tests.faults.run import Run

if TYPE_CHECKING:
    from tests.faults.logs import GameLog


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a run has shown."""

    games: int
    events: int
    requests: int
    commands: int
    """Acknowledged or refused, and held against the log."""
    unavailable: int
    unanswered: int
    expired: int
    faults: int
    counts: dict[str, int]
    """What proxy and fail-points did, by name."""
    findings: list[Finding]
    slowest_house: float
    """Seconds; the same for the next."""
    slowest_expiry: float
    slowest_ready: float


def judge(run: Run) -> Verdict:
    """Read the log and the history, and hold them against each other."""
    _set_up(run.children)
    from tests.faults import checking, reading, timing

    history = list(read(run.history))
    logs = reading.read_logs()
    slowest = timing.Slowest()
    windows = run.course.windows
    timed = timing.check(
        logs,
        windows,
        until=reading.clock(),
        clock_offset=time.time() - time.monotonic(),
        slowest=slowest,
    )
    findings = [
        *run.course.findings,
        *checking.check(history, logs, windows),
        *timed,
        *reading.unsound(logs),
    ]
    return Verdict(
        games=len(logs),
        events=sum(log.last for log in logs.values()),
        requests=len(history),
        commands=sum(_is_command(told) for told in history),
        unavailable=sum(told.status == 503 for told in history),
        unanswered=sum(told.status is None for told in history),
        expired=sum(_expiries(log) for log in logs.values()),
        faults=len(windows),
        counts=run.done(),
        findings=list(dict.fromkeys(findings)),
        slowest_house=slowest.house,
        slowest_expiry=slowest.expiry,
        slowest_ready=run.course.slowest_ready,
    )


def _is_command(told: Told) -> bool:
    return told.asked not in {"view", "events"} and (told.is_done or told.is_refused)


def _expiries(log: "GameLog") -> int:
    return sum(closing.how == "expiry" for closing in log.closings.values())


def _set_up(children: Children) -> None:
    """Make this process one of the product's, that connects as owner and past the proxy."""
    import django

    os.environ.update(children.direct().for_owner("faults"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup(set_prefix=False)
