"""Vacations of which a game hears late: what a sweep finds, and what has expired by then."""

from datetime import timedelta

import pytest

from accounts.services import vacations as accounts_side
from games.models import VacationNews
from games.services import deadlines, execute, pauses, vacations
from games.store import clock as database_clock
from tests.services.table import person
from tests.services.vacationing import DAY, a_table, come_back, due, leave, said
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")


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


def test_one_that_passed_while_no_service_ran_has_stopped_the_clock_all_the_same(clock):
    """A28: it was promised when it was planned."""
    table, hasty = a_table(), a_table()
    before = due(table)
    taken = leave(table, start=0.5)
    leave(hasty, start=1.1)
    clock.advance(4.25 * DAY)
    for _ in range(2):
        deadlines.sweep()
    assert said(table) == ["VacationStarted", "VacationEnded"]
    assert "DecisionExpired" in table.types
    assert table.log[-2].event.type == "DecisionExpired"
    moved = before + (taken.until - taken.since)
    assert table.log[-2].at > moved
    assert said(hasty) == []
    assert "DecisionExpired" in hasty.types
    assert accounts_side.unfinished(table.asker(0).account) is None
    assert_log_is_sound(table.game)


def test_one_that_passed_unheard_leaves_what_was_left_before_it(clock):
    table = a_table(seconds=10 * DAY)
    before = due(table)
    taken = leave(table, start=1)
    clock.advance(5 * DAY)
    for _ in range(2):
        vacations.sweep()
    assert said(table) == ["VacationStarted", "VacationEnded"]
    assert due(table) == before + (taken.until - taken.since)
    assert table.state.seats[0].vacation is None
    assert_log_is_sound(table.game)


def test_nothing_expires_that_has_still_to_hear_of_a_vacation(clock, monkeypatch):
    """A28: however many games a sweep has to tell first."""
    monkeypatch.setattr(vacations, "PAGE", 2)
    busy, late = person(), person()
    for _ in range(3):
        a_table(busy, person(), seconds=10 * DAY)
    table = a_table(late, person())
    leave(a_table(busy, person(), seconds=10 * DAY), start=0.5)
    leave(table, start=0.75)
    assert VacationNews.objects.count() == 0
    clock.advance(1.5 * DAY)
    for _ in range(4):
        deadlines.sweep()
    assert "DecisionExpired" not in table.types
    assert said(table) == ["VacationStarted"]


def test_what_falls_due_while_vacations_are_seen_to_waits_for_the_next_sweep(clock, monkeypatch):
    """A28: its owner may have gone on vacation meanwhile."""
    table = a_table()
    leave(table, start=1 - 1 / DAY)
    look = pauses.sweep

    def slow():
        clock.advance(3)
        return look()

    clock.advance(DAY - 2)
    monkeypatch.setattr(pauses, "sweep", slow)
    assert due(table) - database_clock.now() < timedelta(seconds=3)
    deadlines.sweep()
    assert "DecisionExpired" not in table.types
    deadlines.sweep()
    assert said(table) == ["VacationStarted"]
    assert "DecisionExpired" not in table.types
