"""The timer in each worker sweeps on its own, so that a dead beat or broker stops nothing."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from celery.signals import task_postrun, task_prerun
from django.db import connection

from config.sweeping import TIMERS, SweepTimer, see_to_mails, see_to_webhooks, sweep, timers_of
from games import signals
from games.engine.events import Cause
from games.engine.seats import Seat
from games.services import deadlines, feeds, reminders
from games.services.days_of_play import CONSUMER
from games.services.plans import following
from games.store.load import Loaded
from games.tasks import expire_due
from tests.services.table import bot, new_game, per_move
from tests.stack.stacks import until
from tests.store.feeding import end_of_feed, go_to, position

PATIENCE = 30.0


@pytest.fixture
def timer(database: None, settings):
    settings.HERDBOOK_SWEEP_SECONDS = 0.02
    timer = SweepTimer()
    yield timer
    timer.stop()
    thread = timer._thread
    if thread is not None:
        thread.join(timeout=PATIENCE)
        assert not thread.is_alive()


def test_a_deadline_is_kept_with_nobody_connected_and_no_beat(timer):
    """S32, S36: nothing but the timer runs."""
    table = new_game(bot(), bot(), time_control=per_move(1, "forfeit"))
    ended = threading.Event()

    def hear(sender: object, loaded: Loaded, **kwargs: object) -> None:
        if loaded.id == table.game:
            ended.set()

    signals.committed.connect(hear)
    try:
        timer.start()
        assert ended.wait(timeout=PATIENCE)
    finally:
        signals.committed.disconnect(hear)
    assert table.types[-1] == "GameFinished"


def test_the_house_moves_though_every_message_is_lost(timer, monkeypatch):
    """S36, F40: a broker takes all messages and passes none on."""
    monkeypatch.setattr("config.sweeping.PATIENCE", 0.1)
    table = new_game("random", bot())
    timer.start()
    until(lambda: not table.state.owed_by(Seat(0)), "the house to move", PATIENCE)
    assert {recorded.cause for recorded in table.log[-1:]} == {Cause.HOUSE_BOT}


@pytest.mark.parametrize("error", [ZeroDivisionError, ConnectionRefusedError])
def test_it_outlives_whatever_one_sweep_meets(timer, monkeypatch, error):
    again = threading.Event()
    sweeps: list[int] = []

    def sweep() -> int:
        sweeps.append(len(sweeps))
        if len(sweeps) > 2:
            again.set()
        raise error

    monkeypatch.setattr(deadlines, "sweep", sweep)
    timer.start()
    assert again.wait(timeout=PATIENCE)


def _forked(ask: Callable[[], str]) -> str:
    """Return what a child of this process answers."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writing, ask().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        told = answer.read()
    os.waitpid(child, 0)
    return told


def test_it_keeps_its_connection_and_a_child_forked_meanwhile_does_not(timer, monkeypatch):
    """To connect at each run would cost both ends more than most runs do."""
    kept: list[Any] = []
    swept = threading.Event()

    def sweep() -> int:
        kept.append(connection.connection)
        if len(kept) > 2:
            swept.set()
        connection.ensure_connection()
        return 0

    monkeypatch.setattr(deadlines, "sweep", sweep)
    timer.start()
    assert swept.wait(timeout=PATIENCE)
    assert kept[0] is None
    assert kept[1] is kept[2] is not None
    until(lambda: timer._kept is not None, "the connection to be at rest", PATIENCE)
    monkeypatch.setattr(deadlines, "sweep", lambda: 0)
    theirs = _forked(lambda: str(Path(f"/proc/self/fd/{kept[1].fileno()}").readlink()))
    assert theirs == os.devnull
    assert not kept[1].closed


def test_who_works_seldom_keeps_no_connection(timer, settings, monkeypatch):
    settings.HERDBOOK_SWEEP_SECONDS = 1
    monkeypatch.setattr("config.sweeping.KEPT", 0.5)
    left: list[object] = []
    swept = threading.Event()

    def sweep() -> int:
        left.append(connection.connection)
        if len(left) > 1:
            swept.set()
        connection.ensure_connection()
        return 0

    monkeypatch.setattr(deadlines, "sweep", sweep)
    timer.start()
    assert swept.wait(timeout=PATIENCE)
    assert left[:2] == [None, None]


def test_the_feeds_have_a_timer_of_their_own_and_outlive_cut_connections(timer):
    """F16: the consumers are looked after with no beat, again after every cut connection."""
    assert [one._work for one in TIMERS] == [
        sweep,
        feeds.run,
        see_to_webhooks,
        see_to_mails,
        following.follow_due,
        reminders.remind,
    ]
    timer._work = feeds.run
    go_to(CONSUMER, end_of_feed())
    timer.start()
    for _ in range(3):
        new_game(bot(), bot())
        until(lambda: position(CONSUMER) == end_of_feed(), "the consumer", PATIENCE)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.mark.parametrize("queues", [["bots", "clock"], ["bots", "clock", "hooks"], ["bots"]])
def test_who_only_sends_to_others_sweeps_nothing_else(queues):
    assert timers_of(queues) == TIMERS
    assert [one._work for one in timers_of(["hooks"])] == [see_to_webhooks, see_to_mails]


@pytest.mark.parametrize(("state", "is_kept"), [("SUCCESS", True), ("FAILURE", False)])
def test_a_task_hands_its_connection_on_unless_it_failed(database, state, is_kept):
    """A time limit may have cut a statement short."""
    connection.ensure_connection()
    before = connection.connection
    task_postrun.send(sender=expire_due, task=expire_due, state=state)
    assert (connection.connection is before) == is_kept


def test_a_task_begins_with_a_connection_that_works(database):
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (ours,) = cursor.fetchone()
    with psycopg.connect(
        connection.connection.info.dsn, password=connection.connection.info.password
    ) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [ours])
    until(lambda: not connection.is_usable(), "the connection to be cut", PATIENCE)
    task_prerun.send(sender=expire_due, task=expire_due)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        assert cursor.fetchone() != (ours,)
