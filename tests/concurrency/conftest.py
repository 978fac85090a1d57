"""The threads of the races."""

from collections.abc import Iterator

import pytest

from tests.concurrency.racing import Crew, crew

EACH_FOR_ITSELF = 1_000


@pytest.fixture(autouse=True)
def calls_at_once(request, settings):
    """Threads race in the database, each with a call of its own; `BOTH` also lets them gather."""
    settings.HERDBOOK_CALLS_AT_ONCE = getattr(request, "param", EACH_FOR_ITSELF)


@pytest.fixture
def fifty(database: None) -> Iterator[Crew]:
    with crew(50) as threads:
        yield threads


@pytest.fixture
def sixteen(database: None) -> Iterator[Crew]:
    with crew(16) as threads:
        yield threads
