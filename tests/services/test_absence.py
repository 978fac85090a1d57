"""Who lets decisions pass in a row is away; a game in which nobody moves asks, and is closed."""

from datetime import timedelta

import pytest

from games.engine.clocks import OnExpiry
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.outcome import EndReason
from games.engine.seat_records import SeatState
from games.engine.time_events import IdleNoticed
from games.services import deadlines, house, idle_games, lobby
from games.services.play_errors import DecisionExpiredError
from games.store import decisions
from tests.services.table import Table, due, new_game, owed_by, per_move, person
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")
DAY = 86_400
MONTH = 30 * DAY
MINUTE = per_move(60, OnExpiry.DEFAULT_MOVE)
UNTIMED = {"kind": "none"}


def miss(table: Table, clock) -> None:
    """Let the first decision that is open pass."""
    clock.advance(61)
    assert deadlines.expire_game(table.game) == 1


def missed_twice(clock) -> Table:
    """Return a game in which seat 0 has let two decisions pass and seat 1 has answered."""
    table = new_game(person(), person(), time_control=MINUTE)
    miss(table, clock)
    while table.owed().seat != 0:
        table.answer()
    miss(table, clock)
    return table


def test_a_seat_that_misses_two_decisions_in_a_row_is_away(clock):
    """S33"""
    state = assert_log_is_sound(missed_twice(clock).game)
    record = state.seats[0]
    assert (record.state, record.strategy, record.missed) == (SeatState.AWAY, "normal", 2)


def test_one_answer_in_between_starts_the_count_anew(clock):
    table = new_game(person(), person(), time_control=MINUTE)
    for _ in range(3):
        while table.owed().seat != 0:
            table.answer()
        miss(table, clock)
        while table.owed().seat != 0:
            table.answer()
        assert table.state.seats[0].missed == 1
        table.answer()
        assert table.state.seats[0].missed == 0
    assert table.state.seats[0].state is SeatState.PLAYING


def test_leaving_and_returning_does_not_start_the_count_anew(clock):
    table = missed_twice(clock)
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    miss(table, clock)
    assert table.state.seats[0].state is SeatState.AWAY
    table.play(1)
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    while table.owed().seat != 0:
        table.answer()
    table.answer(by=table.asker(0), decision=table.decision(owed_by(table.state, 0)))
    assert assert_log_is_sound(table.game).seats[0].missed == 0


@pytest.mark.parametrize("policy", ["house-bot", "default-move"])
def test_nobody_keeps_a_game_waiting_by_returning_each_time(clock, policy):
    """S33: a full time anew for who returns at once after each deadline has an end."""
    table = new_game(person(), person(), time_control=per_move(60, policy))
    for _ in range(3):
        if table.state.seats[0].state is SeatState.AWAY:
            lobby.return_to_seat(game=table.game, asker=table.asker(0))
        while table.owed().seat != 0:
            table.answer()
        miss(table, clock)
    with pytest.raises(DecisionExpiredError):
        lobby.return_to_seat(game=table.game, asker=table.asker(0))
    table.play(1)
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    assert assert_log_is_sound(table.game).seats[0].state is SeatState.PLAYING


def test_how_many_it_takes_is_a_setting(clock, settings):
    settings.HERDBOOK_MISSED_DECISIONS = 1
    table = new_game(person(), person(), time_control=MINUTE)
    miss(table, clock)
    assert table.state.seats[0].state is SeatState.AWAY


def test_without_house_bots_the_default_move_is_made_at_once_until_the_owner_returns(
    clock, monkeypatch
):
    table = new_game(person(), person(), time_control=MINUTE)
    miss(table, clock)
    while table.owed().seat != 0:
        table.answer()
    monkeypatch.setattr(house, "_strategies", {})
    clock.advance(61)
    assert deadlines.expire_game(table.game) >= 2
    state = assert_log_is_sound(table.game)
    assert (state.seats[0].state, state.seats[0].strategy) == (SeatState.AWAY, None)
    assert [owed.seat for owed in state.owed] == [1]
    while table.owed().seat == 1:  # who takes the herd goes on
        table.answer()
    assert deadlines.expire_game(table.game) >= 1
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    while table.owed().seat != 0:
        table.answer()
    mine = owed_by(assert_log_is_sound(table.game), 0)
    assert due(mine) - mine.opened_at == timedelta(seconds=60)


def test_nobody_waits_for_the_consent_of_who_is_away(clock):
    """S33"""
    table = missed_twice(clock)
    lobby.abort_game(game=table.game, asker=table.asker(1))
    assert assert_log_is_sound(table.game).status is Status.ABORTED


def test_when_the_last_who_has_not_agreed_is_away_the_others_have_agreed(clock):
    table = new_game(person(), person(), time_control=per_move(60, OnExpiry.HOUSE_BOT))
    lobby.abort_game(game=table.game, asker=table.asker(1))
    miss(table, clock)
    assert table.types[-3:] == ["DecisionExpired", "SeatAway", "GameAborted"]
    assert assert_log_is_sound(table.game).status is Status.ABORTED


class TestWithoutDeadlines:
    def rest(self, clock, table: Table, seconds: int) -> list[str]:
        """Let time pass and see to this game if it is due; return what happened.

        A whole sweep would see to every game that other tests have left, too, months later.
        """
        before = table.state.version
        clock.advance(seconds)
        if table.game in decisions.idle_untimed_games(timedelta(seconds=MONTH)):
            assert idle_games.tend(table.game) == 1
        return table.types[before:]

    def test_a_game_asks_after_a_month_and_is_closed_after_another(self, clock):
        table = new_game(person(), person(), time_control=UNTIMED)
        assert table.owed().due_at is None
        assert self.rest(clock, table, MONTH - 60) == []
        assert self.rest(clock, table, 61) == ["IdleNoticed"]
        asked = table.log[-1]
        assert isinstance(asked.event, IdleNoticed)
        assert asked.event.closes_at == table.state.closes_at == asked.at + timedelta(days=30)
        assert asked.cause is Cause.EXPIRY
        assert self.rest(clock, table, MONTH - 60) == []
        clock.advance(61)
        deadlines.sweep()
        assert table.types[-2:] == ["IdleNoticed", "GameAborted"]
        state = assert_log_is_sound(table.game)
        assert state.outcome is not None
        assert (state.outcome.winners, state.outcome.reason) == ((), EndReason.ABORTED)

    def test_whatever_happens_is_an_answer(self, clock):
        table = new_game(person(), person(), time_control=UNTIMED)
        assert self.rest(clock, table, MONTH + 1) == ["IdleNoticed"]
        table.answer()
        assert table.state.closes_at is None
        assert self.rest(clock, table, MONTH - 60) == []
        assert self.rest(clock, table, 61) == ["IdleNoticed"]

    def test_a_game_with_deadlines_or_without_a_start_is_never_asked(self, clock):
        """S29"""
        timed = new_game(person(), person(), time_control={"seconds": 14 * DAY})
        unbegun = new_game(person(), None, time_control=UNTIMED)
        clock.advance(MONTH + 1)
        for table in (timed, unbegun):
            assert idle_games.tend(table.game) == 0
