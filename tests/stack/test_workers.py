"""How many workers run the tests, and whose servers are whose."""

import json
import os

import pytest

from config.stack import workers
from config.stack.console import StackError

PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


@pytest.fixture
def no_server_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "HERDBOOK_OWNER_DATABASE_URL", "CELERY_BROKER_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("no_server_given")
@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (["tests/engine"], 0),
        (["-q", "tests/engine/test_seats.py::test_x"], 0),
        (["-k", "mow"], 0),
        (["-m", "slow"], 0),
        (["-n", "0"], 0),
        (["-n1"], 0),
        (["-n", "3"], 3),
        (["-n3", "tests/engine", "-k", "mow"], 3),
        (["--numprocesses=2", "-q"], 2),
    ],
)
def test_what_is_chosen_runs_alone_unless_workers_are_asked_for(arguments, number):
    assert workers.count(arguments) == number


@pytest.mark.usefixtures("no_server_given")
@pytest.mark.parametrize("arguments", [[], ["-q", "--durations=30"]], ids=" ".join)
def test_everything_runs_in_a_worker_for_each_processor(arguments, monkeypatch):
    for processors, number in ((1, 0), (2, 2), (4, 4), (64, 4)):
        monkeypatch.setattr(workers, "_processors", lambda found=processors: found)
        assert workers.count(arguments) == number


@pytest.mark.usefixtures("no_server_given")
def test_auto_is_a_worker_for_each_processor(monkeypatch):
    assert workers._processors() == PROCESSORS
    monkeypatch.setattr(workers, "_processors", lambda: 7)
    assert workers.count(["-n", "auto"]) == 7


@pytest.mark.usefixtures("no_server_given")
def test_on_servers_of_ones_own_everything_runs_alone(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://a:b@127.0.0.1:1/c")
    assert workers.count([]) == 0
    assert workers.count(["-n", "0"]) == 0
    with pytest.raises(StackError, match="servers of their own"):
        workers.count(["-n", "2"])


@pytest.mark.usefixtures("no_server_given")
@pytest.mark.parametrize("word", ["many", "-2", "2.0"])
def test_what_is_no_number_of_workers_is_refused(word):
    with pytest.raises(StackError, match="whole number"):
        workers.count([f"--numprocesses={word}"])


def test_no_two_workers_share_a_server():
    each = json.loads(os.environ.get("HERDBOOK_TEST_WORKERS", "[]"))
    assert all(len({one[name] for one in each}) == len(each) for one in each[:1] for name in one)
    if each:
        worker = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
        assert each[worker].items() <= os.environ.items()
