"""The plug-in of runs in several workers: whose servers are whose, and what is run first."""

import contextlib
import json
import os
import signal
from collections.abc import Sequence

import execnet
import pytest
from xdist.remote import Producer
from xdist.scheduler.loadfile import LoadFileScheduling

_LIVE = (
    "tests/bots/client/test_live.py",
    "tests/bots/client/test_verify_command.py",
    "tests/contract/test_closed.py",
    "tests/contract/test_fuzzing.py",
    "tests/contract/test_generated_client.py",
    "tests/deploy/test_nginx.py",
    "tests/docs/test_backup.py",
    "tests/docs/test_code.py",
    "tests/docs/test_write_a_bot.py",
    "tests/e2e/",
    "tests/hostile/",
    "tests/management/test_doctor_command.py",
    "tests/requirements/test_cut_connections.py",
    "tests/stack/test_whole.py",
)
"""Where the live stack is used: all on one worker, or there would be two of it."""
_LONG = (
    *_LIVE,
    "tests/config/test_starting.py",
    "tests/docs/",
    "tests/faults/",
    "tests/simulation/",
    "tests/stack/",
)
"""What takes long begins first: the last file to begin must not go on alone."""


_workers: list[int] = []  # process numbers, in the process that hands tests out


class Files(LoadFileScheduling):
    """A worker takes a whole file at a time, and one takes all that needs the live stack."""

    def _split_scope(self, nodeid: str) -> str:
        return "live" if nodeid.startswith(_LIVE) else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Files:
    return Files(config, log)


def pytest_xdist_setupnodes(specs: Sequence[execnet.XSpec]) -> None:
    """Tell each worker its servers before it imports anything."""
    each = json.loads(os.environ["HERDBOOK_TEST_WORKERS"])
    for spec, addresses in zip(specs, each, strict=True):
        spec.env.update(addresses)


def pytest_xdist_newgateway(gateway: execnet.Gateway) -> None:
    _workers.append(gateway._rinfo().pid)


def pytest_keyboard_interrupt() -> None:
    """Let the workers take their fixtures down: xdist waits ten seconds and kills them then."""
    if not os.isatty(0):  # a Ctrl-C in a terminal has reached them without us
        for pid in _workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)


@pytest.hookimpl(trylast=True)  # after the shuffle
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from tests.stack.live import needs_live_stack  # Django is not set up before

    for item in items:
        if needs_live_stack(item) and not item.nodeid.startswith(_LIVE):
            raise pytest.UsageError(f"{item.nodeid} needs the live stack: name it in {__name__}.")
    items.sort(key=lambda item: not item.nodeid.startswith(_LONG))
