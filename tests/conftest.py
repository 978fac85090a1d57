"""What tests share: a database that keeps what was committed, a clock that can be moved, a cast.

Tables of history refuse TRUNCATE, so nothing is flushed between tests: a test makes its own games
and looks at those only.
"""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections
from django.test.utils import setup_databases, teardown_databases
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from config.stack.state import scratch_folder
from tests.cast import Player, open_player
from tests.contract.live import held_against_the_document
from tests.stack.stacks import Stack, free_port

# How long input takes to be made says how busy the machine is: the first text of a fresh checkout
# alone builds a table of all characters, a second long.
hypothesis_settings.register_profile("herdbook", suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("herdbook")


@pytest.fixture(scope="session")
def test_database(django_test_environment: None, django_db_blocker) -> Iterator[None]:
    """A database of this run, migrated; pytest-django makes one for marked tests only."""
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture
def database(test_database: None, django_db_blocker) -> Iterator[None]:
    """Real transactions on the test database, without the flush of `transactional_db`."""
    with django_db_blocker.unblock():
        yield
        for one in connections.all(initialized_only=True):
            one.close()


@pytest.fixture
def as_app(database: None) -> Iterator[psycopg.Connection]:
    """A connection as the application role, in autocommit."""
    app = settings.APP_DATABASE
    with psycopg.connect(
        host=app.host,
        port=app.port,
        user=app.user,
        password=app.password,
        dbname=connection.settings_dict["NAME"],
        autocommit=True,
    ) as opened:
        yield opened


class MovableClock:
    """`herdbook.clock()` of the test database, moved by its owner."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def advance(self, seconds: float) -> None:
        """Let this much time pass, for every connection."""
        self._ahead += seconds
        self._install(f"clock_timestamp() + make_interval(secs => {self._ahead})")

    def restore(self) -> None:
        """Return to the real time."""
        self._install("clock_timestamp()")

    def _install(self, body: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE OR REPLACE FUNCTION herdbook.clock() RETURNS timestamptz"
                " LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp"
                f" AS $$ SELECT {body} $$"
            )


@pytest.fixture
def clock(database: None) -> Iterator[MovableClock]:
    """The database's clock, to be moved ahead."""
    movable = MovableClock()
    yield movable
    movable.restore()


@pytest.fixture
def player(database: None) -> Callable[[], Player]:
    """Make players: each a sandbox bot with a token, opened through the API."""
    return open_player


@pytest.fixture
def alice(database: None) -> Player:
    return open_player()


@pytest.fixture
def bob(database: None) -> Player:
    return open_player()


@pytest.fixture
def mallory(database: None) -> Player:
    """A stranger to everybody's games."""
    return open_player()


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
        )
        try:
            yield stack.start_and_wait("run")
        finally:
            stack.end()


@pytest.fixture(scope="session")
def live_url(live_stack: Stack) -> Iterator[str]:
    """The address of a running server with its worker; its answers are looked at."""
    snapshot = live_stack.state.snapshot()
    assert snapshot is not None
    assert snapshot["url"] is not None
    with held_against_the_document(snapshot["url"]):
        yield snapshot["url"]
