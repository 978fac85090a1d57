"""One whole stack for all end-to-end tests: servers, web, worker and beat, as `make run` starts it."""

from collections.abc import Iterator

import herdbook
import pytest

from tests.stack.stacks import Stack


@pytest.fixture
def live(live_stack: Stack) -> Iterator[Stack]:
    """The running stack, whole again after a test that broke a part of it."""
    yield live_stack
    live_stack.wait_until_ready()


@pytest.fixture
def client(live_url: str) -> Iterator[herdbook.Client]:
    """A sandbox bot that sits out restarts."""
    with herdbook.Client(live_url, retries=herdbook.PATIENT) as client:
        client.token = client.sandbox().token
        yield client
