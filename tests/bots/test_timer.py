"""The timer in each worker sweeps on its own, so that a dead beat or broker stops nothing."""

import threading

import pytest
from django.db import connection

from accounts.mails import ringing as mails
from accounts.webhooks import ringing
from config.sweeping import TIMERS, SweepTimer, sweep
from games import signals
from games.engine.events import Cause
from games.engine.seats import Seat
from games.services import deadlines, feeds
from games.services.days_of_play import CONSUMER
from games.services.plans import following
from games.store.load import Loaded
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


def test_it_leaves_no_connection_open_between_two_sweeps(timer, monkeypatch):
    """A child that the worker forks meanwhile would inherit it."""
    left: list[object] = []
    swept = threading.Event()

    def sweep() -> int:
        left.append(connection.connection)
        if len(left) > 2:
            swept.set()
        connection.ensure_connection()
        return 0

    monkeypatch.setattr(deadlines, "sweep", sweep)
    timer.start()
    assert swept.wait(timeout=PATIENCE)
    assert left[:3] == [None, None, None]


def test_the_feeds_have_a_timer_of_their_own_and_outlive_cut_connections(timer):
    """F16: the consumers are looked after with no beat, again after every cut connection."""
    assert [one._work for one in TIMERS] == [
        sweep,
        feeds.run,
        ringing.sweep,
        mails.sweep,
        following.follow_due,
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
