"""The clock: what expires, when, how often, and what follows from it (S26, S27, S31)."""

import pytest

from games.engine.clocks import OnExpiry
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.outcome import EndReason
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.services import deadlines, house, lobby, play
from games.services.errors import BusyError, ServiceError
from games.services.play_errors import (
    DecisionClosedError,
    DecisionExpiredError,
    MoveRefusedError,
    NotYourDecisionError,
)
from games.services.seat_errors import NotAwayError, SeatResignedError
from games.store import decisions
from games.store.models import OpenDecision
from tests.services.table import Table, bot, due, new_game, owed_by, per_move, person
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")
WEEK = 7 * 86_400


def a_table(seats: int, on_expiry: str, seconds: int = 60) -> Table:
    return new_game(*(person() for _ in range(seats)), time_control=per_move(seconds, on_expiry))


def expired(table: Table) -> list[tuple[int | None, str]]:
    return [(one.event.seat, one.cause) for one in table.log if one.event.type == "DecisionExpired"]


@pytest.mark.parametrize("seconds", [1, 1_209_600])
def test_nothing_expires_before_its_deadline_and_everything_at_it(clock, seconds):
    table = a_table(2, OnExpiry.FORFEIT, seconds)
    owed = table.owed()
    assert (due(owed) - owed.opened_at).total_seconds() == seconds
    clock.advance(seconds - 0.9)
    assert deadlines.expire_game(table.game) == 0
    table.answer()
    clock.advance(seconds - 0.9)
    assert deadlines.expire_game(table.game) == 0
    clock.advance(1)
    assert deadlines.expire_game(table.game) == 1
    assert expired(table) == [(1, Cause.EXPIRY)]
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_house_bot_takes_the_seat_and_its_owner_comes_back(clock, seats):
    table = a_table(seats, OnExpiry.HOUSE_BOT)
    missed = table.decision()
    clock.advance(61)
    assert deadlines.expire_game(table.game) == 1
    state = assert_log_is_sound(table.game)
    assert table.types[-2:] == ["DecisionExpired", "SeatAway"]
    assert (state.seats[0].state, state.seats[0].strategy) == (SeatState.AWAY, "normal")
    houses = owed_by(state, 0)
    assert table.decision(houses) != missed
    with pytest.raises(DecisionExpiredError):
        table.answer("take", decision=missed, by=table.asker(0))
    for move in table.legal(houses)[:1]:
        with pytest.raises(NotYourDecisionError):
            table.answer(move, decision=table.decision(houses), by=table.asker(0))

    clock.advance(30)
    returned = lobby.return_to_seat(game=table.game, asker=table.asker(0))
    mine = owed_by(returned.game.state, 0)
    assert (due(mine) - returned.game.now).total_seconds() == 60
    assert mine.opened == houses.opened + 1
    row = OpenDecision.objects.get(game=table.game, seat=0)
    assert (row.answerer, row.not_before, row.due_at) == ("person", None, mine.due_at)
    with pytest.raises(DecisionClosedError):
        play.play_house_move(
            game=table.game, seat=houses.seat, opened=houses.opened, move=table.legal(mine)[0]
        )
    with pytest.raises(NotAwayError):
        lobby.return_to_seat(game=table.game, asker=table.asker(0))
    table.answer(by=table.asker(0), decision=table.decision(mine))
    assert_log_is_sound(table.game)


def test_a_seat_that_is_away_and_owes_nothing_returns_and_owes_its_next_decision(clock):
    table = a_table(2, OnExpiry.HOUSE_BOT)
    clock.advance(61)
    deadlines.expire_game(table.game)
    table.play(1)
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    while not table.state.owed_by(Seat(0)):
        table.play(1)
    owed = owed_by(table.state, 0)
    assert (due(owed) - owed.opened_at).total_seconds() == 60
    table.answer(by=table.asker(0), decision=table.decision(owed))
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_default_move_is_made_and_the_seat_stays_its_owners(clock, seats):
    table = a_table(seats, OnExpiry.DEFAULT_MOVE)
    start = table.state
    move = str(start.game_rules.default_move(start.rules_state, table.owed().seat))
    for _ in range(seats):
        clock.advance(61)
        assert deadlines.expire_game(table.game) == 1
    log = table.log
    first = next(place for place, one in enumerate(log) if one.event.type == "DecisionExpired")
    assert log[first + 1].event.move() == move
    assert {one.cause for one in log[first:]} == {Cause.EXPIRY}
    state = assert_log_is_sound(table.game)
    assert {record.state for record in state.seats} == {SeatState.PLAYING}
    with pytest.raises(NotAwayError):
        lobby.return_to_seat(game=table.game, asker=table.asker(0))


def test_a_forfeit_ends_a_game_of_two(clock):
    table = a_table(2, OnExpiry.FORFEIT)
    missed = table.decision()
    clock.advance(61)
    assert deadlines.sweep() >= 1
    state = assert_log_is_sound(table.game)
    assert table.types[-3:] == ["DecisionExpired", "SeatResigned", "GameFinished"]
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.losers) == ((1,), (0,))
    assert state.outcome.reason is EndReason.EXPIRY
    with pytest.raises(DecisionExpiredError):
        table.answer("take", decision=missed, by=table.asker(0))


def test_after_a_forfeit_three_play_on_and_the_seat_cannot_win(clock):
    table = a_table(3, OnExpiry.FORFEIT)
    missed = table.decision()
    clock.advance(61)
    deadlines.expire_game(table.game)
    state = assert_log_is_sound(table.game)
    assert state.status is Status.RUNNING
    assert (state.seats[0].state, state.seats[0].strategy) == (SeatState.RESIGNED, "normal")
    with pytest.raises(DecisionExpiredError):
        table.answer("take", decision=missed, by=table.asker(0))
    for attempt in (lobby.return_to_seat, lobby.resign, lobby.abort_game):
        with pytest.raises(SeatResignedError):
            attempt(game=table.game, asker=table.asker(0))
    table.play(2000)
    outcome = assert_log_is_sound(table.game).outcome
    assert outcome is not None
    assert outcome.reason is EndReason.COMPLETED
    assert 0 not in outcome.winners
    assert 0 in outcome.losers
    assert len(outcome.winners) + len(outcome.losers) == 3


@pytest.mark.parametrize("on_expiry", list(OnExpiry))
def test_a_house_seat_whose_bot_never_answers_gets_the_default_move(clock, on_expiry):
    table = new_game("random", bot(), time_control=per_move(60, on_expiry))
    clock.advance(61)
    assert deadlines.expire_game(table.game) == 1
    state = assert_log_is_sound(table.game)
    assert state.seats[0].state is SeatState.PLAYING
    assert owed_by(state, 1).kind == "turn"


def test_without_a_stand_in_the_default_move_is_made(clock, monkeypatch):
    """Games do not need the app `bots`."""
    monkeypatch.setattr(house, "_strategies", {})
    table = a_table(2, OnExpiry.HOUSE_BOT)
    clock.advance(61)
    assert deadlines.expire_game(table.game) == 1
    assert table.state.seats[0].state is SeatState.PLAYING
    assert table.types[-3] == "DecisionExpired"
    assert_log_is_sound(table.game)


def test_a_late_move_is_refused_before_any_sweep_ran(clock):
    table = a_table(2, OnExpiry.HOUSE_BOT)
    move, decision = table.legal()[0], table.decision()
    clock.advance(60)
    for late in (move, "take", "moo"):
        with pytest.raises(DecisionExpiredError):
            table.answer(late, decision=decision, by=table.asker(0))
    assert expired(table) == []


def test_only_who_owes_has_a_running_clock(clock):
    """S31: each seat is charged for its own time, to the millisecond."""
    table = a_table(2, OnExpiry.FORFEIT)
    for _ in range(5):
        opened_at = table.owed().opened_at
        clock.advance(50)
        committed = table.answer()
        (owed,) = committed.game.state.owed
        assert owed.opened_at == committed.game.now
        assert (due(owed) - owed.opened_at).total_seconds() == 60
        assert (committed.game.now - opened_at).total_seconds() >= 50
    assert deadlines.expire_game(table.game) == 0
    assert len(OpenDecision.objects.filter(game=table.game)) == 1


def test_weeks_without_anybody_bring_the_game_to_its_end_once_and_for_all(clock):
    table = a_table(2, OnExpiry.DEFAULT_MOVE, seconds=WEEK)
    for _ in range(400):
        clock.advance(WEEK)
        assert deadlines.expire_game(table.game) <= 1
        if table.state.status is not Status.RUNNING:
            break
    state = assert_log_is_sound(table.game)
    assert state.outcome is not None
    assert state.outcome.reason is EndReason.COMPLETED
    assert deadlines.expire_game(table.game) == 0


def test_a_sweep_goes_on_after_a_game_that_cannot_be_handled(clock, monkeypatch, caplog):
    first, second = a_table(2, OnExpiry.FORFEIT), a_table(2, OnExpiry.FORFEIT)
    monkeypatch.setattr(decisions, "due_games", lambda **_: iter([first.game, second.game]))
    kept = deadlines.expire_game

    def expire_game(game, *, by):
        if game == first.game:
            raise ZeroDivisionError
        return kept(game, by=by)

    monkeypatch.setattr(deadlines, "expire_game", expire_game)
    clock.advance(61)
    assert deadlines.sweep() == 1
    assert f"game={first.game} could not be expired" in caplog.text
    assert second.state.outcome is not None


def test_a_clock_that_steps_back_costs_a_wait_and_nothing_else(clock):
    """S31: the log's times never go back; who comes too early is asked to come again."""
    table = a_table(2, OnExpiry.FORFEIT)
    before = table.state
    clock.advance(-30)
    with pytest.raises(BusyError):
        table.answer()
    with pytest.raises(BusyError):
        lobby.resign(game=table.game, asker=table.asker(1))
    assert deadlines.expire_game(table.game) == 0
    assert table.state == before
    clock.advance(31)
    table.answer()
    assert_log_is_sound(table.game)


class TestRefusals:
    """S44: five moves that the rules refuse to a bot account's decision make it expire."""

    def refused(self, table: Table, decision: str, move: str = "take") -> MoveRefusedError:
        with pytest.raises(MoveRefusedError) as refusal:
            table.answer(move, decision=decision, by=table.asker(0))
        return refusal.value

    def test_the_fifth_lets_the_decision_expire(self):
        table = new_game(bot(), bot(), time_control=per_move(60, OnExpiry.DEFAULT_MOVE))
        decision = table.decision()
        for move in ("take", "moo", "take", "moo"):
            refusal = self.refused(table, decision, move)
            assert refusal.decision is not None
        assert expired(table) == []
        refusal = self.refused(table, decision)
        assert (refusal.version, refusal.decision) == (table.state.version, None)
        (event,) = (one.event for one in table.log if one.event.type == "DecisionExpired")
        assert event.seen_by(None) == {"kind": "turn", "reason": "refusals"}
        with pytest.raises(DecisionExpiredError):
            table.answer("take", decision=decision, by=table.asker(0))
        assert_log_is_sound(table.game)

    def test_other_refusals_and_a_persons_do_not_count(self):
        asker, stranger = person(), bot()
        table = new_game(asker, bot())
        for _ in range(7):
            self.refused(table, table.decision())
        row = OpenDecision.objects.get(game=table.game)
        assert (row.refusals, expired(table)) == (0, [])
        theirs = new_game(bot(), bot())
        for _ in range(7):
            for by, decision in (
                (theirs.asker(0), "x"),
                (theirs.asker(1), theirs.decision()),
                (stranger, theirs.decision()),
            ):
                with pytest.raises(ServiceError):
                    theirs.answer("take", decision=decision, by=by)
        assert OpenDecision.objects.get(game=theirs.game).refusals == 0

    def test_a_new_decision_starts_at_nought(self):
        table = new_game(bot(), "random", time_control=per_move(60, OnExpiry.HOUSE_BOT))
        for _ in range(4):
            self.refused(table, table.decision(), "moo")
        table.answer()
        while table.owed().seat != 0:
            table.play(1)
        for _ in range(4):
            self.refused(table, table.decision(), "moo")
        assert expired(table) == []
        self.refused(table, table.decision(), "moo")
        assert table.state.seats[0].state is SeatState.AWAY
        assert_log_is_sound(table.game)
