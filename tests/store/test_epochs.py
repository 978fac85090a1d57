"""A log that was restored into another cluster goes on where it was, once it has been re-based."""

from collections.abc import Iterator
from io import StringIO

import psycopg
import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from games.store import epochs, feed, feed_lags
from tests.cast import Caller, problem
from tests.concurrency.racing import crew, errors
from tests.services.table import Table, bot, new_game
from tests.stack.stacks import until
from tests.store.feeding import Listener, end_of_feed, everything, notebook, written
from tests.store.test_feed import call
from tests.store.writing import answer


@pytest.fixture
def table(database: None) -> Iterator[Table]:
    yield new_game(bot(), bot())
    epochs.rebase()


def move_to_another_cluster() -> None:
    """Leave the database as a restore elsewhere leaves it: made in a cluster that this is not."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE feed_epoch SET cluster = cluster - 1 RETURNING cluster + 1")
        (here,) = cursor.fetchone()
        cursor.execute("SELECT pg_get_functiondef('herdbook.feed_id(xid8)'::regprocedure)")
        (made,) = cursor.fetchone()
        assert str(here) in made
        cursor.execute(made.replace(str(here), str(here - 1)))


def rebase() -> str:
    said = StringIO()
    call_command("rebase_feed", stdout=said)
    return said.getvalue()


def test_where_nothing_happened_there_is_nothing_to_do(table):
    epoch = epochs.present()
    assert epoch.is_of_this_cluster
    assert f"Nothing to do: epoch {epoch.number}" in rebase()
    assert epochs.present() == epoch


def test_one_can_be_begun_in_the_same_cluster(table):
    last, number = end_of_feed(), epochs.present().number
    begun = epochs.rebase(always=True)
    assert begun is not None
    assert begun.number == number + 1
    table.play(1)
    assert feed.read(last, limit=1)[0].position.transaction_id >> epochs.BITS == number + 1


def test_nothing_is_appended_or_read_until_the_feed_is_rebased(table, as_app):
    call(as_app, answer(table))  # an open session has planned it already
    version = table.state.version
    move_to_another_cluster()
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState, match="another cluster"):
        call(as_app, answer(table))
    with pytest.raises(OperationalError, match="rebase-feed"):
        table.play(1)
    with pytest.raises(OperationalError, match="rebase-feed"):
        everything(end_of_feed())
    assert feed_lags.held_back() is None
    assert "has begun" in rebase()
    call(as_app, answer(table))
    assert table.state.version > version


def test_until_then_the_server_says_that_it_is_not_ready(table, alice):
    move_to_another_cluster()
    body = problem(Caller().get("/health/ready"), 503, "unavailable")
    assert body["parts"]["database"] == "failing"
    games = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "house", "strategy": "random"}]}
    problem(alice.post("/games", games), 503, "unavailable")
    rebase()
    assert Caller().get("/health/ready").status_code == 200
    assert alice.post("/games", games).status_code == 201


def test_every_consumer_goes_on_after_the_last_event_it_handled(table):
    with notebook():
        quick, slow = Listener(), Listener(batch=4)
        made = new_game(bot(), bot())
        made.play(3)
        quick.advance()
        slow.advance()
        for _ in range(3):
            last = end_of_feed()
            move_to_another_cluster()
            rebase()
            made.play(2)
            # As high as the old cluster's ids ever were, those of the new epoch lie above.
            assert all(
                event.position[0] >> 48 > last[0] >> 48 for event in feed.read(last, limit=9)
            )
            quick.advance()
        while slow.advance():
            pass
        assert quick.heard == slow.heard == written(made)


def test_who_is_just_appending_is_waited_for(table, as_app):
    """F32: an id of the old epoch may not be committed after one of the new was read."""
    here = end_of_feed()
    as_app.execute("BEGIN")
    call(as_app, answer(table))

    def begin_epoch() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT herdbook.begin_epoch()")

    def commit() -> None:
        waits = "SELECT true FROM pg_locks WHERE NOT granted AND relation = 'event'::regclass"
        with connection.cursor() as cursor:
            until(lambda: cursor.execute(waits).fetchone(), "the new epoch to wait")
        as_app.execute("COMMIT")

    with crew(2) as threads:
        assert errors(threads.race([begin_epoch, commit])) == []
    version = len(everything(here))
    assert version
    table.play(1)
    heard = everything(here)
    assert heard == sorted(heard)
    assert heard == written(table)[-len(heard) :]
    assert len(heard) > version


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT herdbook.begin_epoch()",
        "UPDATE feed_epoch SET number = 0",
        "DELETE FROM feed_epoch",
        "ALTER FUNCTION herdbook.feed_id IMMUTABLE",
    ],
)
def test_the_application_cannot_begin_one(database, as_app, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_app.execute(statement)


def test_an_id_costs_an_append_nothing(database, as_app):
    """The planner decides the case and leaves a number to add."""
    plan = as_app.execute("EXPLAIN (VERBOSE) SELECT herdbook.feed_id(pg_current_xact_id())")
    [_, output] = [line.strip() for (line,) in plan.fetchall()]
    number = epochs.present().number << epochs.BITS
    constant = f"'{number}'::bigint" if number else "0"
    assert output == f"Output: ({constant} + ((pg_current_xact_id())::text)::bigint)"
