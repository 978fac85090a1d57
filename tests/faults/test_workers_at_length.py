"""Workers over tens of thousands of tasks: they do not grow, and keep to their connections."""

import time
import uuid
from pathlib import Path

import pytest
from celery import Celery

from tests.faults.children import WORKERS, Children
from tests.stack.stacks import until

MB = 1024


@pytest.fixture
def send(children):
    """Send tasks to the workers: answers to decisions of games that do not exist."""
    with Celery(broker=children.direct().broker_url) as app:

        def send(count: int, *, raising: bool = False) -> None:
            for number in range(count):
                game = "no game" if raising and number % 10 == 0 else str(uuid.uuid4())
                app.send_task("bots.tasks.answer", (game, 0, 0), queue="bots", ignore_result=True)

        yield send


def waiting(children: Children) -> int:
    """How many messages are in the queue, or at work."""
    with children.broker() as broker:
        return int(broker.llen("bots")) + int(broker.hlen("unacked"))


def memory(children: Children) -> int:
    """The resident memory of the main processes and of the largest pool child, in kB."""
    mains = [children.pid(name) for name in WORKERS]
    pool = [pid for name in WORKERS for pid in children.family(name)]
    return sum(map(resident, mains)) + max(map(resident, pool))


def resident(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_workers_do_not_grow_over_fifty_thousand_tasks(children, send):
    """F12: one in ten raises."""
    send(5_000, raising=True)
    until(lambda: not waiting(children), "the first tasks", seconds=300)
    before = memory(children)
    for _ in range(9):
        send(5_000, raising=True)
        until(lambda: not waiting(children), "the next tasks", seconds=300)
    assert memory(children) - before < 20 * MB


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_workers_keep_to_their_connections_whatever_children_die(children, send):
    """F19: each child does one task; a worker may have one connection a process and its timer's."""
    # Beat asks for two tasks a second, which is all that a worker does that forks for each.
    for name in (*WORKERS, "beat"):
        children.hold_down(name)
    children.spawn(children.worker("worker-3", "--max-tasks-per-child", "1"))
    children.wait_until_ready()
    send(2_000)
    most = 0
    with children.superuser() as connection:
        while waiting(children):
            (count,) = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'herdbook-worker-3'"
            ).fetchone() or (0,)
            most = max(most, count)
            time.sleep(0.05)
    # Two children, the timer, and two that end while the next ones begin.
    assert 0 < most <= 5
