"""No deadline falls into the quiet hours of whoever owes the decision."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from accounts.models import Account
from games.engine.seats import Seat
from games.engine.time_events import DeadlineMoved, MoveReason
from games.services import deadlines, lobby
from games.services.askers import Asker
from games.store import clock as database_clock
from games.store.models import OpenDecision
from games.store.quiet_hours import read_quiet_hours
from tests.services.table import Table, due, new_game, owed_by, person
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")
DAY = {"kind": "per_move", "seconds": 86_400}


def sleeper(*, around: timedelta = timedelta()) -> Asker:
    """Open the account of somebody who sleeps for six hours from an hour ago on, day by day."""
    asker, now = person(), database_clock.now() + around
    hours = {
        "begin": f"{now - timedelta(hours=1):%H:%M}",
        "end": f"{now + timedelta(hours=5):%H:%M}",
    }
    Account.objects.filter(id=asker.account).update(quiet_hours=hours)
    return replace(asker, quiet_hours=read_quiet_hours("UTC", hours))


def moves(table: Table) -> list[DeadlineMoved]:
    return [one.event for one in table.log if isinstance(one.event, DeadlineMoved)]


def rings_at(table: Table, seat: int) -> datetime:
    state = assert_log_is_sound(table.game)
    owed = owed_by(state, seat)
    assert OpenDecision.objects.get(game=table.game, seat=seat).due_at == due(owed)
    return due(owed)


def test_the_first_decision_and_each_later_one_wait_for_the_morning():
    table = new_game(sleeper(), person(), time_control=DAY)
    for _ in range(2):
        owed = table.owed()
        assert owed.seat == 0
        assert timedelta(hours=28) < rings_at(table, 0) - owed.opened_at < timedelta(hours=30)
        table.answer()
        assert rings_at(table, 1) == owed_by(table.state, 1).opened_at + timedelta(days=1)
        table.answer()
        while table.owed().seat != 0:
            table.answer()
    assert {event.reason for event in moves(table)} == {MoveReason.QUIET_HOURS}
    assert {event.seat for event in moves(table)} == {Seat(0)}


def test_who_has_just_sat_down_sleeps_undisturbed():
    maker, guest = person(), sleeper()
    table = new_game(guest, maker, maker=maker, time_control=DAY)
    assert [event.seat for event in moves(table)] == [Seat(0)]
    assert rings_at(table, 0) > table.owed().opened_at + timedelta(hours=28)


def test_who_sleeps_at_another_time_has_the_usual_time():
    table = new_game(sleeper(around=timedelta(hours=12)), person(), time_control=DAY)
    assert moves(table) == []
    assert rings_at(table, 0) == table.owed().opened_at + timedelta(days=1)


@pytest.mark.parametrize("control", [{**DAY, "quiet_hours": False}, {"seconds": 600}])
def test_a_control_that_knows_no_quiet_hours_wakes_everybody(control):
    table = new_game(sleeper(), person(), time_control=control)
    assert moves(table) == []


def test_who_returns_owes_by_the_morning(clock):
    table = new_game(sleeper(), person(), time_control=DAY)
    clock.advance(2 * 86_400)
    assert deadlines.expire_game(table.game) == 1
    assert len(moves(table)) == 1
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    assert len(moves(table)) == 2
    assert rings_at(table, 0) > table.owed().opened_at + timedelta(hours=28)


def test_quiet_hours_chosen_later_hold_from_the_next_decision_on():
    table = new_game(person(), person(), time_control=DAY)
    hours = sleeper().quiet_hours
    assert hours is not None
    Account.objects.filter(id=table.asker(0).account).update(
        quiet_hours={"begin": f"{hours.since:%H:%M}", "end": f"{hours.until:%H:%M}"}
    )
    assert moves(table) == []
    table.answer()
    while table.owed().seat != 0:
        table.answer()
    assert [event.seat for event in moves(table)] == [Seat(0)]
