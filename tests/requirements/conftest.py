"""The threads of the races."""

from collections.abc import Iterator

import pytest

from tests.concurrency.racing import Crew, crew


@pytest.fixture
def sixteen(database: None) -> Iterator[Crew]:
    with crew(16) as threads:
        yield threads
