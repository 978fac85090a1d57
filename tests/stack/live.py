"""The live stack: all of the product for the tests that need it, and gone when they are done.

Nothing waits for it, but its workers and its clock cost a quarter of a processor while it stands
idle, and games of the house go on. So its tests come first, in one piece and on one worker, and
the last of them ends it.
"""

from collections.abc import Generator, Iterator

import pytest

from config.stack.state import scratch_folder
from tests.canary.truth import Truth
from tests.canary.watching import search_log_files
from tests.contract.live import held_against_the_document
from tests.stack.stacks import Stack, free_port

_FIXTURE = "live_stack"


@pytest.fixture(scope="session")
def live_stack() -> Iterator[Stack]:
    """The whole product as `make run` starts it, with servers and a state folder of its own."""
    with scratch_folder("live") as folder:
        stack = Stack(
            folder,
            HERDBOOK_PORT=str(free_port()),
            HERDBOOK_HOUSE_PACE_MS="0",
            HERDBOOK_SWEEP_SECONDS="1",
            HERDBOOK_WEBHOOK_ALLOW="127.0.0.1/32",
            HERDBOOK_MAIL_HOST="127.0.0.1",
            HERDBOOK_MAIL_PORT=str(free_port()),
            HERDBOOK_MAIL_TLS="never",
        )
        try:
            yield stack.start_and_wait("run")
        finally:
            stack.end()
            search_log_files(stack.state.logs)


@pytest.fixture(scope="session")
def live_url(live_stack: Stack) -> Iterator[str]:
    """The address of a running server with its worker; its answers are looked at."""
    snapshot = live_stack.state.snapshot()
    assert snapshot is not None
    assert snapshot["url"] is not None
    stored = Truth(live_stack.connect)
    with held_against_the_document(snapshot["url"], stored):
        yield snapshot["url"]
    stored.close()


def needs_live_stack(item: pytest.Item | None) -> bool:
    """Say whether a test, or a fixture of it, asks for the live stack."""
    return isinstance(item, pytest.Function) and _FIXTURE in item.fixturenames


@pytest.hookimpl(trylast=True)  # after the shuffle
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not needs_live_stack(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    yield
    if needs_live_stack(item) and not needs_live_stack(nextitem):
        # pytest itself ends what belongs to the session with the session only. What depends on
        # the stack ends with it, and should a later test need it after all, it starts anew.
        assert isinstance(item, pytest.Function)
        definition = item._fixtureinfo.name2fixturedefs[_FIXTURE][-1]
        definition.finish(item._request)  # type: ignore[arg-type]  # only its node is looked at
