"""`manage.py doctor`: what is wrong is said, with what to do, and by exit code and JSON."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from config.doctor import database as of_database
from config.doctor import machine, messages, work
from config.doctor.findings import State
from config.stack.state import CHECKOUT
from games.engine.clocks import OnExpiry
from games.services import feeds
from games.store.models import FeedCheckpoint
from tests.services.table import bot, new_game, per_move
from tests.stack.stacks import STACK_VARIABLES, Stack, free_port
from tests.store.feeding import end_of_feed, go_to

WELL = {"database", "migrations", "clock", "feed epoch", "sweeps", "broker", "workers", "cache"}


def test_of_a_whole_server_it_says_that_it_is_well(live_stack: Stack) -> None:
    asked = [sys.executable, "-m", "config.stack", "exec", "--"]
    done = subprocess.run(
        [*asked, sys.executable, "manage.py", "doctor", "--json"],
        cwd=CHECKOUT,
        env=live_stack.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    found = {one["check"]: one for one in json.loads(done.stdout)["findings"]}
    assert {name: found[name]["text"] for name in WELL if found[name]["state"] != "ok"} == {}
    for name in ("accounts", "plans", "vacations", "days-of-play", "signs"):
        assert found[f"feed {name}"]["state"] == "ok"


def test_without_servers_it_says_so_and_shows_no_password() -> None:
    kept = {name: text for name, text in os.environ.items() if name not in STACK_VARIABLES}
    variables = {
        "HERDBOOK_DEBUG": "1",
        "DATABASE_URL": f"postgresql://app:hunter2@127.0.0.1:{free_port()}/none",
        "CELERY_BROKER_URL": f"redis://:hunter2@127.0.0.1:{free_port()}/0",
        "HERDBOOK_CACHE_URL": f"redis://:hunter2@127.0.0.1:{free_port()}/1",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        cwd=CHECKOUT,
        env={**kept, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[-1]) == (1, "Something is wrong.")
    states = {line[9:].split("  ")[0]: line[:7].strip() for line in lines if line[:7].strip()}
    assert [states[name] for name in ("database", "broker", "cache")] == ["wrong"] * 3
    assert [states[name] for name in ("migrations", "feeds", "workers")] == ["unknown"] * 3
    assert "Start Valkey" in done.stdout
    assert "hunter2" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_no_broker_and_one_that_is_no_valkey_are_not_called_well(settings: Any) -> None:
    settings.CELERY_BROKER_URL = ""
    found, workers = messages.broker()
    assert (found.state, workers.state) == (State.WRONG, State.UNKNOWN)
    assert "CELERY_BROKER_URL" in found.text
    settings.CELERY_BROKER_URL = "amqp://mq.example//"
    assert next(messages.broker()).state is State.NOTE


def test_tables_that_are_older_or_newer_are_noticed(changes_undone: None) -> None:
    assert [one.state for one in of_database.migrations()] == [State.OK]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_later', now())"
        )
    [newer] = of_database.migrations()
    assert (newer.state, "newer" in newer.text) == (State.WRONG, True)
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE id ="
            " (SELECT max(id) FROM django_migrations WHERE app = 'accounts')"
        )
    [older] = of_database.migrations()
    assert (older.state, "older" in older.text) == (State.WRONG, True)
    assert "manage.py migrate" in older.remedy


@pytest.fixture
def changes_undone(database: None) -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_a_consumer_that_nobody_looks_after_is_noticed(database: None) -> None:
    FeedCheckpoint.objects.all().delete()
    assert [one.text for one in work.feeds()] == ["No consumer has ever run."]
    for consumer in feeds.CONSUMERS:
        go_to(consumer, end_of_feed())
    feeds.run()
    assert {one.state for one in work.feeds()} == {State.OK}
    FeedCheckpoint.objects.update(ran_at=None)
    assert {one.text for one in work.feeds()} == {"No worker looks after it."}


def test_what_is_overdue_is_noticed(database: None, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game(bot(), bot(), time_control=per_move(60, OnExpiry.DEFAULT_MOVE))
    monkeypatch.setattr(work, "DUE", -timedelta(days=2))  # as if it were then
    found = work.sweeps()
    assert (found.state, "overdue" in found.text) == (State.WRONG, True)
    assert "manage.py overdue" in found.remedy


def test_of_a_certificate_that_nobody_shows_it_says_so() -> None:
    found = machine.certificate(f"https://127.0.0.1:{free_port()}")
    assert (found.state, found.check) == (State.WRONG, "certificate")
    assert machine.certificate("").state is State.NOTE


def test_clocks_that_agree_are_well(database: None) -> None:
    assert of_database.clock().state is State.OK


def test_in_words_it_says_the_same(database: None) -> None:
    said = StringIO()
    with pytest.raises(SystemExit):  # tests have no workers
        call_command("doctor", stdout=said)
    assert "PostgreSQL" in said.getvalue()
    assert "Something is wrong." in said.getvalue()
