"""Pauses: out of a budget, with an end of their own, and never giving time back (A22, A29)."""

from datetime import timedelta

import pytest
from django.conf import settings

from bots import answering
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.services import deadlines, house, lobby, pauses, play
from games.services.errors import BadRequestValueError, GameOverError, GamePausedError, ServiceError
from games.services.execute import execute
from games.services.play_errors import (
    DecisionExpiredError,
    NotPausedError,
    NotYourPauseError,
    PauseBudgetError,
)
from games.services.seat_errors import NotSeatedError
from games.store import clock as database_clock
from games.store import decisions
from games.store.models import Game, OpenDecision
from tests.services import plans
from tests.services.table import Table, bot, new_game, per_move, person
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")
HOUR = 3600
DAY = 24 * HOUR


def a_table(*seats, budget: int = 7 * DAY, game: int | None = None, seconds: int = DAY) -> Table:
    control = per_move(seconds, "forfeit") | {"pause_budget": {"seat": budget, "game": game}}
    return new_game(*(seats or (bot(), bot())), time_control=control)


def pause(table: Table, seat: int = 0, *, hours: float | None = None) -> None:
    until = None if hours is None else table.loaded.now + timedelta(hours=hours)
    pauses.pause_game(game=table.game, asker=table.asker(seat), resume_at=until)


def resume(table: Table, seat: int = 0) -> None:
    pauses.resume_game(game=table.game, asker=table.asker(seat))


def left(table: Table, seat: int = 0) -> float:
    return table.state.pause_left(table.state.seat_numbers[seat]).total_seconds()


def test_a_paused_game_goes_on_by_itself_and_says_so_in_its_log(clock):
    """A22: the clock runs again at `resume_at`, whoever is there."""
    table = a_table()
    owed = table.owed()
    clock.advance(HOUR)
    pause(table, 1)
    state = table.state
    assert state.status is Status.PAUSED
    assert state.pause is not None
    assert state.pause.resume_at - state.pause.since == timedelta(days=1)
    assert Game.objects.get(id=table.game).resume_at == state.pause.resume_at
    clock.advance(DAY - 60)
    deadlines.sweep()
    assert table.state.status is Status.PAUSED
    clock.advance(90)
    deadlines.sweep()
    deadlines.sweep()
    assert table.types.count("GameResumed") == 1
    resumed = table.log[-1]
    assert (resumed.event.seat, resumed.cause) == (None, Cause.SYSTEM)
    state = assert_log_is_sound(table.game)
    assert Game.objects.get(id=table.game).resume_at is None
    (after,) = state.owed
    assert owed.due_at is not None
    assert after.opened == owed.opened
    assert after.due_at == owed.due_at + (resumed.at - state_since(table))
    table.answer()


def state_since(table: Table):
    return next(one.at for one in table.log if one.event.type == "GamePaused")


def test_a_pause_gives_no_time_back_and_takes_none(clock):
    """The time that is left stays the same to the millisecond, over any number of pauses."""
    table = a_table()
    ran = timedelta()
    for _ in range(3):
        clock.advance(HOUR)
        pause(table)
        clock.advance(2 * HOUR)
        resume(table, 0)
    log = table.log
    stops = [one.at for one in log if one.event.type in {"GamePaused", "GameResumed"}]
    rested = sum((b - a for a, b in zip(stops[::2], stops[1::2], strict=True)), timedelta())
    (owed,) = assert_log_is_sound(table.game).owed
    assert owed.due_at == owed.opened_at + timedelta(days=1) + rested
    ran = table.loaded.now - owed.opened_at - rested
    clock.advance(DAY - ran.total_seconds() - 5)
    assert deadlines.expire_game(table.game) == 0
    clock.advance(6)
    assert deadlines.expire_game(table.game) == 1


def test_nothing_happens_in_a_paused_game(clock):
    """S20: no move, no answer of the house, no expiry, however late and from whatever queue."""
    table = a_table(bot(), "random", bot())
    asked, move = table.decision(), table.legal()[0]
    pause(table, 2)
    before = table.types
    with pytest.raises(GamePausedError) as refusal:
        table.answer(move, decision=asked, by=table.asker(0))
    assert refusal.value.version == table.state.version
    clock.advance(23 * HOUR)
    assert deadlines.expire_game(table.game) == 0
    assert table.game not in set(decisions.due_games(by=database_clock.now()))
    assert table.types == before
    resume(table, 2)
    table.answer(move, decision=asked, by=table.asker(0))
    house = table.owed()
    pause(table, 2)
    clock.advance(60)
    assert not answering.answer(table.game, house.seat, house.opened)
    with pytest.raises(GamePausedError):
        play.play_house_move(
            game=table.game, seat=house.seat, opened=house.opened, move=table.legal(house)[0]
        )
    assert table.types[-1] == "GamePaused"
    resume(table, 2)
    clock.advance(60)
    assert answering.answer(table.game, house.seat, house.opened)
    assert_log_is_sound(table.game)


def test_standing_orders_wait_for_the_end_of_a_pause(settings):
    """S20: a plan that was due is followed afterwards, and not before."""
    settings.HERDBOOK_HOUSE_PACE_MS = (0, 0)
    plans.catch_up()
    table = a_table(person(), bot())
    plans.give(table, 0, plans.ANY_MOVE)
    pause(table, 1)
    assert not plans.follow(table, 0)
    assert table.types[-1] == "GamePaused"
    resume(table, 1)
    assert plans.follow(table, 0)
    assert assert_log_is_sound(table.game).owed[0].seat == 1


def test_the_house_is_not_asked_while_the_game_rests(clock):
    table = a_table("random", bot())
    pause(table, 1)
    clock.advance(HOUR)
    assert table.game not in {one.game for one in decisions.owed_by_house(overdue_seconds=0)}
    resume(table, 1)
    clock.advance(HOUR)
    assert table.game in {one.game for one in decisions.owed_by_house(overdue_seconds=0)}


def test_who_missed_the_deadline_cannot_hide_behind_a_pause(clock):
    table = a_table(seconds=HOUR)
    missed = table.decision()
    clock.advance(HOUR + 1)
    pause(table)
    resume(table)
    with pytest.raises(DecisionExpiredError):
        table.answer("take", decision=missed, by=table.asker(0))
    assert deadlines.expire_game(table.game) == 1


def test_pauses_come_out_of_the_budget_of_the_seat(clock):
    """A29: what was paused is gone, what was not is not, and beyond it there is no pause."""
    table = a_table(budget=2 * DAY)
    pause(table, hours=36)
    clock.advance(12 * HOUR)
    resume(table)
    assert left(table) == pytest.approx(36 * HOUR, abs=2)
    assert left(table, 1) == 2 * DAY
    with pytest.raises(PauseBudgetError):
        pause(table, hours=37)
    pause(table, hours=35)
    clock.advance(35 * HOUR)
    assert pauses.sweep() >= 1
    assert left(table) == pytest.approx(HOUR, abs=2)
    pause(table)
    clock.advance(HOUR)
    pauses.sweep()
    assert left(table) == 0
    for hours in (None, 0.1):
        with pytest.raises(PauseBudgetError):
            pause(table, hours=hours)
    pause(table, 1)
    assert_log_is_sound(table.game)


def test_all_seats_together_have_a_budget_of_the_game(clock):
    table = a_table(budget=DAY, game=DAY + HOUR)
    pause(table)
    clock.advance(DAY)
    pauses.sweep()
    assert left(table, 1) == pytest.approx(HOUR, abs=2)
    with pytest.raises(PauseBudgetError):
        pause(table, 1, hours=2)


def test_a_game_need_not_allow_pauses_at_all():
    for control in ({"pause_budget": {"seat": 0}}, {}):
        table = new_game(bot(), bot(), time_control=per_move(DAY, "forfeit") | control)
        with pytest.raises(PauseBudgetError):
            pause(table)
        assert "GamePaused" not in table.types


def test_a_pause_that_ends_at_once_costs_five_minutes():
    table = a_table(budget=HOUR)
    pause(table)
    resume(table)
    assert left(table) == HOUR - 300


@pytest.mark.parametrize("hours", [-1, 0, 0.01])
def test_a_pause_ends_in_the_future(hours):
    table = a_table()
    with pytest.raises(BadRequestValueError) as refusal:
        pause(table, hours=hours)
    assert refusal.value.pointer == "/resume_at"


def test_only_who_paused_ends_the_pause(clock):
    table = a_table(bot(), bot(), bot())
    with pytest.raises(NotPausedError):
        resume(table)
    pause(table, 1)
    for seat in (0, 2):
        with pytest.raises(NotYourPauseError):
            resume(table, seat)
        with pytest.raises(GamePausedError):
            pause(table, seat)
    with pytest.raises(NotSeatedError):
        pauses.resume_game(game=table.game, asker=bot())
    pauses.resume_by_order(table.game)
    assert table.log[-1].cause is Cause.MODERATOR


def test_nobody_is_kept_in_a_paused_game(clock):
    table = a_table()
    pause(table)
    lobby.resign(game=table.game, asker=table.asker(1))
    state = assert_log_is_sound(table.game)
    assert state.status is Status.FINISHED
    assert Game.objects.get(id=table.game).resume_at is None
    assert not OpenDecision.objects.filter(game=table.game).exists()
    for attempt in (pause, resume):
        with pytest.raises(GameOverError):
            attempt(table)
    clock.advance(2 * DAY)
    assert pauses.resume_due(table.game) == 0


def test_where_three_play_the_rest_goes_on_when_one_resigned(clock):
    table = a_table(bot(), bot(), bot())
    pause(table, 1)
    lobby.resign(game=table.game, asker=table.asker(0))
    assert table.state.status is Status.PAUSED
    clock.advance(DAY)
    pauses.sweep()
    state = assert_log_is_sound(table.game)
    assert state.status is Status.RUNNING
    assert state.owed[0].seat == 0
    answering.answer(table.game, state.owed[0].seat, state.owed[0].opened)


def test_a_sweep_goes_on_after_a_game_that_cannot_be_resumed(clock, monkeypatch, caplog):
    first, second = a_table(), a_table()
    for table in (first, second):
        pause(table)
    kept = pauses.resume_due

    def resume_due(game):
        if game == first.game:
            raise ZeroDivisionError
        return kept(game)

    monkeypatch.setattr(pauses, "resume_due", resume_due)
    clock.advance(DAY)
    pauses.sweep()
    assert f"game={first.game} could not be resumed" in caplog.text
    assert second.state.status is Status.RUNNING


def test_the_same_request_pauses_once(clock):
    table = a_table()
    asker = table.asker(0)
    first = pauses.pause_game(game=table.game, asker=asker, key="k")
    resume(table)
    again = pauses.pause_game(game=table.game, asker=asker, key="k")
    assert again.replayed
    assert [one.version for one in again.events] == [one.version for one in first.events]
    with pytest.raises(ServiceError):
        pauses.pause_game(
            game=table.game, asker=asker, key="k", resume_at=table.loaded.now + timedelta(hours=5)
        )


def test_a_pause_that_nobody_could_end_in_time_costs_what_was_asked_for(clock):
    """A29: while the services are down, no seat pays for that."""
    table = a_table()
    pause(table, hours=2)
    clock.advance(30 * HOUR)
    assert pauses.resume_due(table.game) == 1
    assert left(table) == pytest.approx(7 * DAY - 2 * HOUR, abs=10)
    assert_log_is_sound(table.game)


def test_the_last_of_many_small_pauses_finds_the_budget_used_up(clock):
    """A29: each costs five minutes at least, so that they cannot be strung together."""
    table = a_table(budget=HOUR)
    for _ in range(12):
        pause(table, hours=1 / 30)
        resume(table)
    assert left(table) == 0
    with pytest.raises(PauseBudgetError):
        pause(table, hours=1 / 30)


def test_nothing_waits_after_a_pause_for_who_is_away_and_has_no_stand_in(clock, monkeypatch):
    """S33: what nobody will answer is due at once, before a pause and after it."""
    control = per_move(DAY, "default-move") | {"pause_budget": {"seat": DAY}}
    table = new_game(bot(), bot(), time_control=control)
    monkeypatch.setattr(house, "_strategies", {})
    monkeypatch.setattr(settings, "HERDBOOK_MISSED_DECISIONS", 1)
    clock.advance(DAY + 1)
    with monkeypatch.context() as patch:
        # Before the sweep goes on to what the seat now owes, the other one asks for a rest.
        patch.setattr(deadlines, "execute", once_then_pause(table))
        deadlines.expire_game(table.game)
    assert (table.state.status, table.state.seats[0].strategy) == (Status.PAUSED, None)
    clock.advance(10 * HOUR)
    resume(table, 1)
    owed = table.state.owed_by(Seat(0))
    assert owed is not None
    assert owed.is_due(table.loaded.now)
    assert deadlines.expire_game(table.game) >= 1
    assert_log_is_sound(table.game)


def once_then_pause(table: Table):
    def expire(command):
        if table.state.seats[0].state is SeatState.PLAYING:
            return execute(command)
        pause(table, 1, hours=20)
        raise GamePausedError

    return expire
