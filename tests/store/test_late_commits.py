"""Nothing is missed and nothing doubled, however late a transaction commits."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games.store import feed_lags
from tests.concurrency.racing import Finish, crew, errors
from tests.store.feeding import Heard, Listener, end_of_feed, notebook
from tests.store.late_commits import Refusals, Stage, Writers, consume, follow

WRITERS = 16
SENDERS = 6
PATIENCE = 1400.0


def recorded(stages: list[Stage], after: int) -> Heard:
    """Return what the log has of these games, in the order of the feed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT game_id, version FROM event"
            " WHERE game_id = ANY(%s) AND transaction_id > %s"
            " ORDER BY transaction_id, game_id, version",
            [[stage.game for stage in stages], after],
        )
        return [(game, version) for game, version in cursor.fetchall()]


def assert_in_order(heard: Heard) -> None:
    """Check that each game's versions came one after the other."""
    last: dict[object, int] = {}
    for game, version in heard:
        assert last.setdefault(game, version - 1) == version - 1, (game, version)
        last[game] = version


def race(events: int) -> None:
    """Let readers follow sixteen writers: two by themselves, two as copies of one consumer."""
    with notebook(), crew(WRITERS + 4) as threads:
        stages = [Stage.new() for _ in range(3 * WRITERS)]
        here, listener = end_of_feed(), Listener(batch=200)
        writers = Writers(stages, events, pause=0.020, running=WRITERS)
        readers = [partial(follow, here, writers.is_over, limit=limit) for limit in (500, 7)]
        copies = [partial(consume, listener.consumer, writers.is_over)] * 2
        writing = [partial(writers.write, seed) for seed in range(WRITERS)]
        finishes: list[Finish[Any]] = threads.race([*readers, *copies, *writing], patience=PATIENCE)
        assert errors(finishes) == []
        log = recorded(stages, here.transaction_id)
        assert len(log) == writers.committed >= events
        for heard in (finishes[0].answer, finishes[1].answer, listener.heard):
            assert heard == log
    assert_in_order(log)
    for stage in stages:
        stage.end()
    assert min(writers.undone, writers.refused) > 0


def lag_beside_refusals(commands: int) -> float:
    """Have so many commands refused while a game goes on; return the longest lag in seconds."""
    stages, busy, here = [Stage.new() for _ in range(SENDERS)], Stage.new(), end_of_feed()
    refusals = Refusals(commands // SENDERS, running=SENDERS)
    with crew(SENDERS + 2) as threads:
        calls: list[Callable[[], None]] = [partial(refusals.be_refused, one) for one in stages]
        calls += [partial(refusals.go_on, busy), partial(refusals.look, here)]
        assert errors(threads.race(calls, patience=PATIENCE)) == []
    assert refusals.seen > 0
    assert feed_lags.held_back() is None
    for stage in (*stages, busy):
        stage.end()
    return refusals.longest


def test_late_commits_are_neither_missed_nor_doubled(database):
    """F32, S23: some seconds of it."""
    race(3_000)


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_a_hundred_thousand_late_commits_are_neither_missed_nor_doubled(database):
    """F32, S23."""
    race(100_000)


def test_refused_commands_do_not_hold_the_feed_back(database):
    """F33: some seconds of it."""
    assert lag_beside_refusals(3_000) < 2


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_a_hundred_thousand_refused_commands_do_not_hold_the_feed_back(database):
    """F33."""
    assert lag_beside_refusals(100_002) < 2
