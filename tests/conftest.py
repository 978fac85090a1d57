"""What tests share: a database that keeps what was committed, a clock that can be moved, a cast.

Tables of history refuse TRUNCATE, so nothing is flushed between tests: a test makes its own games
and looks at those only.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from ipaddress import ip_network

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections
from django.test.utils import setup_databases, teardown_databases
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from accounts.browser_sessions import store as browser_sessions
from accounts.services import issuing
from tests.accounts.people import open_person
from tests.accounts.webhooks.sinks import Sink, sink
from tests.canary.truth import truth
from tests.cast import Player, open_player

pytest_plugins = ["tests.canary.watching", "tests.stack.live"]

# How long input takes to be made says how busy the machine is: the first text of a fresh checkout
# alone builds a table of all characters, a second long. So does how long an example takes.
hypothesis_settings.register_profile(
    "herdbook", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("herdbook")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("django_db"):
            raise pytest.UsageError(f"{item.nodeid}: ask for `database`; there is one maker of it.")


@pytest.fixture(scope="session")
def test_database(django_test_environment: None, django_db_blocker) -> Iterator[None]:
    """A database of this run, migrated; pytest-django makes one for marked tests only."""
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
    yield
    truth.close()
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
def uses_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens and sessions were noted as used just now, however long a test takes."""
    for noting in (issuing, browser_sessions):
        monkeypatch.setattr(noting, "USE_NOTED_EVERY", timedelta(days=1))


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
        self._install(f"pg_catalog.clock_timestamp() + make_interval(secs => {self._ahead})")

    def restore(self) -> None:
        """Return to the real time."""
        self._install("pg_catalog.clock_timestamp()")

    def _install(self, body: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE OR REPLACE FUNCTION herdbook.clock() RETURNS timestamptz"
                f" LANGUAGE sql VOLATILE AS $$ SELECT {body} $$"
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


@pytest.fixture
def ann(database: None) -> Player:
    """A person, with an account of her own."""
    return open_person()


@pytest.fixture
def ben(database: None) -> Player:
    return open_person()


@pytest.fixture
def loopback_open(settings) -> None:
    """Let webhooks lead to this machine."""
    settings.HERDBOOK_WEBHOOK_ALLOW = (ip_network("127.0.0.1/32"),)


@pytest.fixture
def receiver() -> Iterator[Sink]:
    """A receiver of webhooks that takes everything."""
    with sink() as one:
        yield one
