"""Vacations stop the clocks of one account, where games allow it, and nobody else's (A28)."""

from datetime import timedelta

import pytest

from accounts.models import Account, AccountEvent, Vacation
from games.engine.game import Status
from games.engine.seat_records import SeatState
from games.services import deadlines, lobby, offers, pauses, vacations
from games.store import consumers
from tests.services.table import new_game, owed_by, person
from tests.services.vacationing import (
    DAY,
    HOUR,
    a_table,
    come_back,
    due,
    known_vacation,
    leave,
    said,
)
from tests.store.feeding import end_of_feed, go_to
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")


def test_the_clocks_of_one_seat_stop_and_run_on_afterwards(clock):
    table = a_table()
    before = due(table)
    clock.advance(HOUR)
    stop = leave(table)
    assert due(table) == before + (stop.until - stop.since)
    assert known_vacation(table, 0) == stop
    clock.advance(3 * DAY + 60)
    vacations.sweep()
    assert table.state.seats[0].vacation is None
    assert said(table) == ["VacationStarted", "VacationEnded"]
    assert due(table) == before + (stop.until - stop.since)
    clock.advance(23 * HOUR - 120)
    assert deadlines.expire_game(table.game) == 0
    clock.advance(180)
    assert deadlines.expire_game(table.game) == 1
    assert_log_is_sound(table.game)


def test_the_clocks_of_the_others_run_on(clock):
    table = a_table()
    before = due(table)
    leave(table, seat=1)
    assert due(table) == before
    table.answer()
    stop = known_vacation(table, 1)
    assert due(table, 1) == stop.until + timedelta(days=1)
    table.answer()
    assert_log_is_sound(table.game)


def test_who_comes_back_early_gets_no_time_back_and_loses_none(clock):
    table = a_table()
    before = due(table)
    clock.advance(HOUR)
    stop = leave(table)
    clock.advance(DAY)
    come_back(table)
    ended = next(one for one in table.log if one.event.type == "VacationEnded")
    assert due(table) == before + (ended.at - stop.since)
    table.answer()
    leave(table, seat=1)
    assert_log_is_sound(table.game)


def test_games_that_exclude_vacations_hear_nothing_of_it(clock):
    """A28: it never starts in a game that does not allow it."""
    account = person()
    strict, easy = a_table(account, person(), vacation=False), a_table(account, person())
    quick = a_table(account, person(), seconds=60)
    before = due(strict), due(quick)
    leave(easy)
    assert (said(strict), said(quick), said(easy)) == ([], [], ["VacationStarted"])
    assert (due(strict), due(quick)) == before
    clock.advance(DAY)
    assert deadlines.expire_game(strict.game) == 1


def test_nothing_but_the_account_begins_a_vacation(clock):
    table = a_table()
    clock.advance(300 * DAY)
    vacations.sweep()
    assert not Vacation.objects.filter(account=table.asker(0).account).exists()
    assert said(table) == []


def test_the_account_is_told_together_with_the_list_of_its_games():
    """A28: event and notice in the same transaction."""
    table = a_table()
    leave(table)
    come_back(table)
    told = AccountEvent.objects.filter(account=table.asker(0).account).order_by("sequence")
    assert [one.type for one in told] == ["vacation.started", "vacation.ended"]


def test_a_planned_vacation_begins_by_the_sweep_and_stops_the_clocks_from_its_start(clock):
    table = a_table()
    before = due(table)
    stop = leave(table, start=0.5)
    assert said(table) == []
    clock.advance(DAY / 2 + 300)
    vacations.sweep()
    vacations.sweep()
    assert said(table) == ["VacationStarted"]
    assert due(table) == before + (stop.until - stop.since)
    assert_log_is_sound(table.game)


def test_a_game_that_rests_learns_of_it_too(clock):
    table = a_table()
    before = due(table)
    pauses.pause_game(game=table.game, asker=table.asker(1))
    paused = table.loaded.now
    stop = leave(table)
    assert owed_by(table.state, 0).due_at is None
    clock.advance(DAY)
    pauses.sweep()
    assert due(table) == pytest.approx(
        before + (stop.until - paused), abs=timedelta(seconds=2)
    )  # they overlap, and count once
    assert_log_is_sound(table.game)


def test_a_seat_that_is_away_stays_away_and_its_owner_has_the_rest_of_the_vacation(clock):
    table = a_table()
    clock.advance(DAY)
    deadlines.expire_game(table.game)
    houses = due(table)
    stop = leave(table)
    assert table.state.seats[0].state is SeatState.AWAY
    assert due(table) == houses
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    assert due(table) == stop.until + timedelta(days=1)
    assert_log_is_sound(table.game)


def test_who_sits_down_while_on_vacation_is_shown_and_stopped_as_such(clock):
    """Games joined, made and begun meanwhile, found by the feed; each once."""
    account, other = person(), person()
    go_to(vacations.CONSUMER, end_of_feed())
    stop = leave(a_table(account, person()))
    made, joined = a_table(account, None), a_table(other, None)
    lobby.take_seat(game=joined.game, asker=account)
    for _ in range(2):
        while consumers.advance(vacations.CONSUMER):
            pass
        vacations.sweep()
    for table, seat in ((made, 0), (joined, 1)):
        assert said(table) == ["VacationStarted"]
        assert table.state.seats[seat].vacation == stop
    lobby.take_seat(game=made.game, asker=other)
    assert made.state.status is Status.RUNNING
    assert due(made) == stop.until + timedelta(days=1)
    lobby.leave_seat(game=a_table(account, None).game, asker=account)
    assert_log_is_sound(made.game)
    assert_log_is_sound(joined.game)


def test_who_leaves_a_seat_takes_the_vacation_along():
    account = person()
    table = a_table(person(), None)
    lobby.take_seat(game=table.game, asker=account)
    open_one = a_table(account, None, None)
    leave(open_one)
    assert said(open_one) == ["VacationStarted"]
    lobby.leave_seat(game=open_one.game, asker=account)
    assert open_one.state.seats[0].vacation is None
    come_back(open_one)
    assert said(open_one) == ["VacationStarted"]


def test_a_seat_that_has_resigned_is_left_alone():
    table = a_table(person(), person(), person())
    lobby.resign(game=table.game, asker=table.asker(0))
    leave(table)
    assert said(table) == []


def test_a_deadline_behind_a_vacation_waits_for_the_morning_too():
    """Quiet hours count wherever a vacation moves a deadline to."""
    sleeper = person()
    table = a_table(sleeper, person())
    before = due(table)
    hours = {
        "begin": f"{before - timedelta(hours=2):%H:%M}",
        "end": f"{before + timedelta(hours=3):%H:%M}",
    }
    Account.objects.filter(id=sleeper.account).update(quiet_hours=hours, time_zone="UTC")
    stop = leave(table, 2)
    assert said(table) == ["VacationStarted"]
    assert table.types[-1] == "DeadlineMoved"
    assert due(table) > before + (stop.until - stop.since) + timedelta(hours=2)
    assert_log_is_sound(table.game)


def test_whoever_takes_a_seat_over_takes_no_vacation_over():
    table = a_table(person(), person())
    leave(table)
    guest = person()
    offers.offer_seat(game=table.game, asker=table.asker(0), seat=0)
    lobby.take_seat(game=table.game, asker=guest, seat=0)
    state = assert_log_is_sound(table.game)
    assert state.seats[0].vacation is None
    assert (due(table) - state.last_at).total_seconds() == DAY


def test_a_clock_that_runs_down_is_not_charged_for_a_vacation(clock):
    control = {"kind": "fischer", "initial": 3 * DAY, "increment": 0, "on_expiry": "forfeit"}
    table = new_game(person(), person(), time_control=control)
    clock.advance(HOUR)
    leave(table, 2)
    clock.advance(2 * DAY + HOUR)
    vacations.sweep()
    table.answer()
    assert table.state.seats[0].clock == pytest.approx(
        timedelta(days=3, hours=-2), abs=timedelta(seconds=3)
    )
    assert_log_is_sound(table.game)


def test_a_vacation_that_begins_a_second_before_a_deadline_leaves_that_second(clock):
    table = a_table()
    clock.advance(DAY - 1)
    taken = leave(table)
    rest = due(table) - taken.until
    assert timedelta() < rest <= timedelta(seconds=1)
    clock.advance(3 * DAY + 1)
    deadlines.sweep()
    assert "DecisionExpired" in table.types


def test_a_vacation_that_begins_behind_the_deadline_saves_nothing(clock):
    table = a_table()
    before = due(table)
    clock.advance(DAY + 1)
    leave(table)
    assert due(table) == before
    assert deadlines.expire_game(table.game) == 1


def test_an_early_end_takes_back_what_only_the_planned_end_had_given(clock):
    """A28: the morning that a deadline would have waited for is no gift to who stays at home."""
    sleeper = person()
    table = a_table(sleeper, person())
    before = due(table)
    hours = {
        "begin": f"{before + timedelta(hours=2):%H:%M}",
        "end": f"{before + timedelta(hours=12):%H:%M}",
    }
    Account.objects.filter(id=sleeper.account).update(quiet_hours=hours, time_zone="UTC")
    taken = leave(table, 1 + 3 / 24)
    asleep = before + (taken.until - taken.since)
    assert due(table) > asleep
    come_back(table)
    assert due(table) - before < timedelta(minutes=1)
    assert_log_is_sound(table.game)
