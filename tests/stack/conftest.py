"""A state folder for each test, and an end to whatever it started there."""

from collections.abc import Iterator

import pytest

from config.stack.state import scratch_folder
from tests.stack.stacks import Stack


@pytest.fixture
def stack() -> Iterator[Stack]:
    with scratch_folder() as folder:
        stack = Stack(folder)
        yield stack
        stack.end()
