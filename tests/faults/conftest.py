"""A whole system for tests that break it by hand."""

import os
from collections.abc import Iterator

import herdbook
import pytest

from config.stack.state import scratch_folder
from tests.faults.children import Children


@pytest.fixture
def children() -> Iterator[Children]:
    """A whole system in which nothing is played."""
    kept = dict(os.environ)
    with scratch_folder("faults") as folder:
        children = Children(folder, seed=1)
        try:
            children.bring_up()
            yield children
        finally:
            children.end()
            os.environ.clear()
            os.environ.update(kept)


@pytest.fixture
def client(children: Children) -> Iterator[herdbook.Client]:
    """A sandbox bot of that system."""
    with herdbook.Client(children.url("calls")) as client:
        client.token = client.sandbox().token
        yield client
