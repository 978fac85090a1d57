"""A consumer handles every event once, whatever happens to it."""

import threading
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection

from games.store import consumers, feed, feed_lags
from games.store.consumers import LONGEST_PAUSE
from games.store.feed_lags import Lag
from tests.concurrency.racing import crew, errors
from tests.services.table import Table, bot, new_game
from tests.store.feeding import (
    Heard,
    Listener,
    checkpoint,
    end_of_feed,
    notebook,
    position,
    written,
)

SECRET = "the next card is 7.2"


@pytest.fixture
def listener(database: None) -> Iterator[Listener]:
    with notebook():
        yield Listener()


@pytest.fixture
def table(listener: Listener) -> Table:
    return new_game(bot(), bot())


def fail() -> None:
    raise ValueError(SECRET)


def lag_of(listener: Listener) -> Lag:
    [lag] = [one for one in feed_lags.feed_lags() if one.consumer == listener.consumer.name]
    return lag


def test_it_handles_what_is_new_once_and_goes_on_from_there(table, listener):
    assert listener.advance() == table.state.version
    assert (listener.heard, position(listener.consumer)) == (written(table), end_of_feed())
    assert listener.advance() == 0
    table.play(3)
    listener.advance()
    assert listener.heard == written(table)
    assert checkpoint(listener.consumer).handled == table.state.version


def test_a_batch_is_bounded(database):
    with notebook():
        listener = Listener(batch=3)
        table = new_game(bot(), bot())
        table.play(4)
        sizes: list[int] = []
        while size := listener.advance():
            sizes.append(size)
        assert listener.heard == written(table)
    version = table.state.version
    assert sizes == [3] * (version // 3) + [version % 3] * (version % 3 > 0)


def test_one_that_fails_moves_nothing_and_what_it_wrote_is_undone(table, listener, clock):
    here = position(listener.consumer)
    listener.after_writing = fail
    assert listener.advance() == 0
    assert (listener.heard, position(listener.consumer)) == ([], here)
    listener.after_writing = lambda: None
    assert listener.advance() == 0, "it waits before it tries again"
    clock.advance(2.1)
    assert listener.advance() == table.state.version
    assert listener.heard == written(table)
    assert (checkpoint(listener.consumer).failures, lag_of(listener).state(60)) == (0, "ok")


def test_one_that_keeps_failing_waits_longer_and_is_shown(table, listener, clock):
    """S70: a failure is told to whoever can do something about it."""
    listener.after_writing = fail
    pauses: list[float] = []
    for _ in range(8):
        assert listener.advance() == 0
        lag = lag_of(listener)
        assert lag.retry_at is not None
        pauses.append(round((lag.retry_at - lag.now).total_seconds()))
        clock.advance(LONGEST_PAUSE)
    assert pauses == [1, 2, 4, 8, 16, 32, *[LONGEST_PAUSE] * 2]
    lag = lag_of(listener)
    assert (lag.state(60), lag.failures, lag.error) == ("failing", 8, "ValueError")
    assert lag.behind == table.state.version
    assert lag.seconds >= 8 * LONGEST_PAUSE


def test_what_a_failure_says_is_kept_nowhere(table, listener, caplog):
    listener.after_writing = fail
    listener.advance()
    assert "ValueError" in caplog.text
    assert "in fail" in caplog.text
    assert SECRET not in caplog.text
    with connection.cursor() as cursor:
        cursor.execute("SELECT c::text FROM feed_checkpoint c")
        assert not any(SECRET in text for (text,) in cursor.fetchall())


def test_two_copies_of_one_consumer_never_handle_an_event_twice(table, listener: Listener):
    writes, goes_on = threading.Event(), threading.Event()

    def linger() -> None:
        writes.set()
        assert goes_on.wait(60)

    listener.after_writing = linger

    def second() -> int:
        assert writes.wait(60)
        try:
            return listener.advance()
        finally:
            goes_on.set()

    with crew(2) as threads:
        finishes = threads.race([listener.advance, second])
    assert [finish.answer for finish in finishes] == [table.state.version, 0]
    assert listener.heard == written(table)


def test_many_copies_at_once_share_the_work(database):
    with notebook(), crew(6) as threads:
        listener = Listener(batch=5)
        tables = [new_game(bot(), bot()) for _ in range(12)]

        def work() -> None:
            while position(listener.consumer) < end_of_feed():
                listener.advance()

        assert errors(threads.race([work] * 6)) == []
        heard = listener.heard
    assert len(heard) == len(set(heard))
    assert set(heard) == {one for table in tables for one in written(table)}


def test_a_connection_that_is_cut_in_the_middle_leaves_nothing_behind(table, listener, as_app):
    """F16, S23: PostgreSQL goes away while a consumer writes."""
    here = position(listener.consumer)

    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    listener.after_writing = cut
    with pytest.raises(OperationalError):
        listener.advance()
    connection.close()
    assert (listener.heard, position(listener.consumer)) == ([], here)
    listener.after_writing = lambda: None
    assert listener.advance() == table.state.version
    assert listener.heard == written(table)


def test_it_works_with_the_few_rights_of_the_application(table, listener, as_app):
    after = position(listener.consumer)
    as_app.execute("BEGIN")
    assert as_app.execute(consumers._LOCK, [listener.consumer.name]).fetchone() == after
    assert len(as_app.execute(feed._PAGE, [*after, 500]).fetchall()) == table.state.version
    as_app.execute(consumers._MOVE, [*end_of_feed(), 7, listener.consumer.name])
    as_app.execute("COMMIT")
    assert (checkpoint(listener.consumer).handled, listener.advance()) == (7, 0)


def test_an_idle_one_is_not_due_until_nobody_has_looked_for_a_while(table, listener, clock):
    everybody = [listener.consumer]
    assert consumers.due(everybody) == everybody
    listener.advance()
    assert consumers.due(everybody) == []
    clock.advance(consumers.SEEN_TO + 0.1)
    assert consumers.due(everybody) == everybody
    listener.advance()
    assert consumers.due(everybody) == []
    table.play(1)
    assert consumers.due(everybody) == everybody


def test_a_consumer_that_nobody_runs_is_shown(table, listener, clock):
    listener.advance()
    assert lag_of(listener).state(60) == "ok"
    clock.advance(61)
    assert lag_of(listener).state(60) == "stopped"


def test_a_reset_begins_with_the_first_event(listener):
    listener = Listener(batch=2)
    table = new_game(bot(), bot())
    listener.advance()
    assert listener.heard == written(table)[:2]
    consumers.reset(listener.consumer)
    assert (listener.heard, position(listener.consumer)) == ([], feed.START)
    first: Heard = [event.position[1:] for event in feed.read(feed.START, limit=2)]
    assert (listener.advance(), listener.heard) == (2, first)


def test_the_lag_says_since_when_and_by_whom_the_feed_is_held_back(table, listener, as_app):
    listener.advance()
    other = new_game(bot(), bot())
    listener.advance()
    assert feed_lags.held_back() is None
    as_app.execute("BEGIN")
    as_app.execute("SELECT pg_current_xact_id()")
    other.play(1)
    assert listener.advance() == 0
    held, lag = feed_lags.held_back(), lag_of(listener)
    assert held is not None
    assert held.since == lag.oldest_at == other.state.last_at
    assert lag.behind == len([one for one in other.log if one.at == held.since])
    assert (held.pid, lag.state(-1)) == (as_app.info.backend_pid, "behind")
    as_app.execute("ROLLBACK")
    assert listener.advance() == lag.behind
    assert feed_lags.held_back() is None
