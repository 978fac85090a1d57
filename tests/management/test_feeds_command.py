"""`manage.py feeds`: for people, and for monitoring by exit code and JSON."""

import json
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.services import feeds
from games.services.days_of_play import CONSUMER
from games.store import epochs
from games.store.models import FeedCheckpoint
from tests.services.table import bot, new_game
from tests.store.feeding import end_of_feed, go_to
from tests.store.test_epochs import move_to_another_cluster

NAMES = ["accounts", "days-of-play", "plans", "signs", "vacations"]


@pytest.fixture(autouse=True)
def caught_up(database: None) -> Iterator[None]:
    FeedCheckpoint.objects.all().delete()
    for consumer in feeds.CONSUMERS:
        go_to(consumer, end_of_feed())
    yield
    epochs.rebase()


def run(*arguments: str) -> tuple[int, str]:
    """Return exit code and output."""
    said = StringIO()
    try:
        call_command("feeds", *arguments, stdout=said)
    except SystemExit as end:
        return int(end.code or 0), said.getvalue()
    return 0, said.getvalue()


def test_all_is_well_when_a_worker_has_just_handled_everything():
    new_game(bot(), bot())
    feeds.run()
    code, said = run()
    assert code == 0
    head, *rows = said.splitlines()
    assert head.split()[:4] == ["consumer", "state", "behind", "seconds"]
    assert sorted(row.split()[:4] for row in rows) == [[name, "ok", "0", "0.0"] for name in NAMES]


def test_json_says_the_same():
    feeds.run()
    table = new_game(bot(), bot())
    code, said = run("--json", "--most", "3600")
    shown = json.loads(said)
    assert (code, shown["rebased"], shown["held_since"]) == (0, True, None)
    assert sorted(one["consumer"] for one in shown["consumers"]) == NAMES
    for consumer in shown["consumers"]:
        assert (consumer["state"], consumer["behind"]) == ("ok", table.state.version)
        assert consumer["seconds"] > 0


def test_one_that_is_too_far_behind_is_an_error():
    feeds.run()
    new_game(bot(), bot())
    assert run("--most", "0")[0] == 1


def test_one_that_no_worker_runs_is_an_error():
    code, said = run()
    assert (code, said.splitlines()[1].split()[1]) == (1, "stopped")
    assert "never" in said


def test_one_that_fails_is_an_error_and_says_where_to_look():
    feeds.run()
    FeedCheckpoint.objects.update(failures=3, error="ValueError")
    code, said = run()
    assert (code, said.splitlines()[1].split()[1]) == (1, "failing")
    assert "failed 3 times with ValueError" in said


def test_what_holds_the_feed_back_is_named(as_app):
    feeds.run()
    as_app.execute("BEGIN")
    as_app.execute("SELECT pg_current_xact_id()")
    new_game(bot(), bot())
    _, said = run()
    assert f"open transaction of process {as_app.info.backend_pid} of PostgreSQL" in said
    as_app.execute("ROLLBACK")


def test_a_log_that_came_from_another_cluster_is_an_error():
    feeds.run()
    move_to_another_cluster()
    code, said = run()
    assert code == 1
    assert "manage.py rebase-feed" in said


def test_a_reset_asks_for_a_consumer_that_there_is():
    with pytest.raises(
        CommandError, match="There are: accounts, plans, vacations, days-of-play, signs"
    ):
        run("--reset", "nobody")
    code, said = run("--reset", "days-of-play")
    assert (code, said) == (0, "days-of-play begins anew, with the first event.\n")
    assert FeedCheckpoint.objects.get(consumer=CONSUMER.name).version == 0
