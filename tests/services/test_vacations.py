"""Vacations stop the clocks of one account, where games allow it, and nobody else's (A28)."""

from datetime import datetime, timedelta

import pytest

from accounts.models import Account, AccountEvent, Vacation
from accounts.services import vacations as accounts_side
from games.engine.clocks import Stop
from games.engine.game import Status
from games.engine.seat_records import SeatState
from games.models import VacationNews
from games.services import deadlines, execute, lobby, offers, pauses, vacations
from games.store import clock as database_clock
from games.store import consumers
from games.store.models import OpenDecision
from tests.services.table import Table, new_game, owed_by, per_move, person
from tests.store.feeding import end_of_feed, go_to
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")
DAY = 86_400
HOUR = 3600


def a_table(*seats, seconds: int = DAY, **control) -> Table:
    return new_game(
        *(seats or (person(), person())),
        time_control=per_move(seconds, "house-bot") | {"pause_budget": {"seat": 7 * DAY}} | control,
    )


def leave(table: Table, days: float = 3, *, seat: int = 0, start: float | None = None) -> Stop:
    """Let whoever holds a seat go on vacation."""
    now = database_clock.now()
    since = None if start is None else now + timedelta(days=start)
    account = table.asker(seat).account
    vacations.go_on_vacation(
        account=account, starts_at=since, ends_at=now + timedelta(days=days + (start or 0))
    )
    taken = Vacation.objects.filter(account=account).latest("id")
    return Stop(taken.starts_at, taken.ends_at)


def come_back(table: Table, seat: int = 0) -> None:
    vacations.end_vacation(account=table.asker(seat).account)


def due(table: Table, seat: int = 0) -> datetime:
    moment = owed_by(table.state, seat).due_at
    assert moment is not None
    assert OpenDecision.objects.get(game=table.game, seat=seat).due_at == moment
    return moment


def known_vacation(table: Table, seat: int) -> Stop:
    stop = table.state.seats[seat].vacation
    assert stop is not None
    return stop


def said(table: Table) -> list[str]:
    return [one for one in table.types if one.startswith("Vacation")]


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


def test_a_process_that_died_between_two_games_leaves_the_rest_to_the_sweep(monkeypatch):
    account = person()
    tables = [a_table(account, person()) for _ in range(4)]
    monkeypatch.setattr(vacations, "AT_ONCE", 0.0)
    leave(tables[0])
    assert VacationNews.objects.filter(account=account.account).count() == len(tables)
    kept, calls = execute.execute, 0

    def dies(command):
        nonlocal calls
        calls += 1
        if calls > 2:
            raise KeyboardInterrupt
        return kept(command)

    monkeypatch.setattr(vacations, "execute", dies)
    with pytest.raises(KeyboardInterrupt):
        vacations.sweep()
    monkeypatch.setattr(vacations, "execute", kept)
    for _ in range(2):
        vacations.sweep()
    assert [said(table) for table in tables] == [["VacationStarted"]] * len(tables)
    assert not VacationNews.objects.filter(account=account.account).exists()


def test_a_game_that_cannot_learn_of_it_keeps_no_other_waiting(monkeypatch, caplog):
    account = person()
    first, second = (a_table(account, person()) for _ in range(2))
    kept = execute.execute

    def fails(command):
        if command.game == first.game:
            raise ZeroDivisionError
        return kept(command)

    monkeypatch.setattr(vacations, "execute", fails)
    leave(first)
    assert f"game={first.game} could not learn of a vacation" in caplog.text
    assert said(second) == ["VacationStarted"]
    monkeypatch.setattr(vacations, "execute", kept)
    vacations.sweep()
    assert said(first) == ["VacationStarted"]


def test_another_vacation_replaces_the_one_that_a_game_still_knows(monkeypatch):
    table = a_table()
    leave(table)
    with monkeypatch.context() as patch:
        patch.setattr(vacations, "AT_ONCE", 0.0)
        come_back(table)
        second = leave(table, 2)
    assert said(table) == ["VacationStarted"]
    vacations.sweep()
    assert said(table) == ["VacationStarted", "VacationEnded", "VacationStarted"]
    assert table.state.seats[0].vacation == second
    assert_log_is_sound(table.game)


def test_one_that_passed_while_the_server_was_away_is_no_news(clock):
    table = a_table(seconds=10 * DAY)
    leave(table, start=1)
    clock.advance(5 * DAY)
    vacations.sweep()
    vacations.sweep()
    assert said(table) == []
    assert accounts_side.unfinished(table.asker(0).account) is None


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
