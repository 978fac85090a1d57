"""A process for the public does not start on a database that could lose or rewrite history."""

from contextlib import contextmanager

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config import starting


@pytest.fixture(autouse=True)
def _in_production(database, settings):
    settings.PRODUCTION = True


@pytest.fixture
def _safe_server(monkeypatch):
    """Servers of tests may run without fsync, which is none of what is tested here."""
    facts = starting._FACTS.replace("current_setting('fsync')", "'on'")
    monkeypatch.setattr(starting, "_FACTS", facts)


@contextmanager
def as_application(settings):
    owner = {name: connection.settings_dict[name] for name in ("USER", "PASSWORD")}
    app = settings.APP_DATABASE
    connection.close()
    connection.settings_dict.update(USER=app.user, PASSWORD=app.password)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(owner)


@pytest.mark.usefixtures("_safe_server")
def test_the_application_role_may_start(settings):
    with as_application(settings):
        starting.refuse_unsafe()


@pytest.mark.usefixtures("_safe_server")
def test_the_owner_of_the_tables_may_not():
    with pytest.raises(ImproperlyConfigured, match="may write history"):
        starting.refuse_unsafe()


@pytest.mark.usefixtures("_safe_server")
def test_nobody_may_with_another_clock(settings, clock):
    clock.advance(60)
    with as_application(settings), pytest.raises(ImproperlyConfigured, match=r"clock\(\)"):
        starting.refuse_unsafe()


def test_nobody_may_without_synchronous_commits(settings):
    with as_application(settings):
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = off")
        with pytest.raises(ImproperlyConfigured, match="on disk"):
            starting.refuse_unsafe()
