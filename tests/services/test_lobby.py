"""Sitting down, leaving, resigning, breaking off."""

from functools import partial
from uuid import uuid4

import pytest

from games.engine.game import Status
from games.engine.outcome import EndReason
from games.engine.seat_records import SeatState
from games.selectors import turn_lists
from games.selectors.turn_lists import TurnOrder
from games.services import deadlines, join_codes, lobby
from games.services.askers import Asker
from games.services.errors import (
    BadRequestValueError,
    GameNotRunningError,
    GameOverError,
    GameStartedError,
    KeyReusedError,
    NotCreatorError,
    UnknownGameError,
)
from games.services.seat_errors import (
    AlreadySeatedError,
    NotAwayError,
    NotSeatedError,
    SeatTakenError,
)
from games.store.errors import AccountGoneError
from tests.services.table import bot, new_game
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")


def test_a_seat_left_by_the_creator_is_the_turn_of_whoever_takes_it():
    creator, newcomer, other = bot(), bot(), bot()
    table = new_game(creator, None)
    lobby.leave_seat(game=table.game, asker=creator)
    assert lobby.take_seat(game=table.game, asker=newcomer).game.seat_of(newcomer.account) == 0
    lobby.take_seat(game=table.game, asker=other)
    assert turn_lists.next_turn(newcomer.account, after=None) == table.game
    assert turn_lists.next_turn(creator.account, after=None) is None
    assert (
        turn_lists.list_turns(creator.account, order=TurnOrder.DEADLINE, limit=5, cursor=None).count
        == 0
    )
    with pytest.raises(NotSeatedError):
        table.answer(by=creator, decision=table.decision())
    table.answer(by=newcomer, decision=table.decision())
    assert_log_is_sound(table.game)


def test_each_thing_in_the_way_of_a_seat_has_its_refusal():
    creator, second, third = bot(), bot(), bot()
    table = new_game(creator, None, None)
    with pytest.raises(AlreadySeatedError):
        lobby.take_seat(game=table.game, asker=creator)
    with pytest.raises(SeatTakenError):
        lobby.take_seat(game=table.game, asker=second, seat=0)
    for nowhere in (3, -1):
        with pytest.raises(BadRequestValueError):
            lobby.take_seat(game=table.game, asker=second, seat=nowhere)
    lobby.take_seat(game=table.game, asker=second, seat=2)
    lobby.take_seat(game=table.game, asker=third)
    with pytest.raises(GameStartedError):
        lobby.take_seat(game=table.game, asker=bot())
    with pytest.raises(GameStartedError):
        lobby.leave_seat(game=table.game, asker=second)
    with pytest.raises(NotAwayError):
        lobby.return_to_seat(game=table.game, asker=second)
    assert_log_is_sound(table.game)


def test_before_the_start_one_can_leave_but_not_resign_nor_return():
    table = new_game(bot(), None)
    for command in (lobby.resign, lobby.return_to_seat):
        with pytest.raises(GameNotRunningError):
            command(game=table.game, asker=table.asker(0))
    lobby.leave_seat(game=table.game, asker=table.asker(0))
    with pytest.raises(NotSeatedError):
        lobby.leave_seat(game=table.game, asker=table.asker(0))
    assert_log_is_sound(table.game)


def test_an_aborted_game_takes_nobody():
    creator = bot()
    table = new_game(creator, None)
    with pytest.raises(NotCreatorError):
        lobby.abort_game(game=table.game, asker=bot())
    lobby.abort_game(game=table.game, asker=creator)
    state = assert_log_is_sound(table.game)
    assert state.status is Status.ABORTED
    for command in (lobby.take_seat, lobby.leave_seat, lobby.abort_game, lobby.resign):
        asker = bot() if command is lobby.take_seat else creator
        with pytest.raises(GameOverError):
            command(game=table.game, asker=asker)


def test_all_who_hold_a_seat_break_a_running_game_off_together():
    table = new_game(bot(), bot(), "random", bot())
    lobby.resign(game=table.game, asker=table.asker(3))
    lobby.abort_game(game=table.game, asker=table.asker(0))
    assert table.state.status is Status.RUNNING
    lobby.abort_game(game=table.game, asker=table.asker(1))
    state = assert_log_is_sound(table.game)
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.losers) == ((), ())
    assert state.outcome.reason is EndReason.ABORTED
    assert state.owed == []


class TestResigning:
    def test_the_other_of_two_wins(self):
        table = new_game(bot(), bot())
        lobby.resign(game=table.game, asker=table.asker(0))
        outcome = assert_log_is_sound(table.game).outcome
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((1,), EndReason.RESIGNATION)

    def test_the_game_ends_when_only_the_house_is_left(self):
        table = new_game(bot(), "random", "random")
        lobby.resign(game=table.game, asker=table.asker(0))
        outcome = assert_log_is_sound(table.game).outcome
        assert outcome is not None
        assert (outcome.winners, outcome.losers) == ((1, 2), (0,))

    def test_it_goes_on_while_two_seats_and_an_account_play(self):
        table = new_game(bot(), bot(), "random")
        owed = table.decision()
        lobby.resign(game=table.game, asker=table.asker(0))
        state = assert_log_is_sound(table.game)
        assert state.status is Status.RUNNING
        assert (state.seats[0].state, state.seats[0].strategy) == (SeatState.RESIGNED, "normal")
        assert table.decision() != owed
        lobby.resign(game=table.game, asker=table.asker(1))
        outcome = assert_log_is_sound(table.game).outcome
        assert outcome is not None
        assert outcome.winners == (2,)

    def test_a_seat_that_is_away_can_resign_and_counts_as_playing_until_then(self, clock):
        table = new_game(bot(), bot(), bot())
        clock.advance(86_401)
        deadlines.expire_game(table.game)
        lobby.resign(game=table.game, asker=table.asker(1))
        assert table.state.status is Status.RUNNING
        lobby.resign(game=table.game, asker=table.asker(0))
        outcome = assert_log_is_sound(table.game).outcome
        assert outcome is not None
        assert outcome.winners == (2,)


class TestKeys:
    """S21: one key, one command."""

    def test_a_copy_gets_the_first_answer_also_when_the_game_went_on(self):
        table = new_game(bot(), bot(), bot())
        asker = table.asker(0)
        first = lobby.resign(game=table.game, asker=asker, key="k1")
        table.play(9)
        again = lobby.resign(game=table.game, asker=asker, key="k1")
        assert again.replayed
        assert [one.event for one in again.events] == [one.event for one in first.events]
        assert again.game.state.version > first.game.state.version
        with pytest.raises(KeyReusedError):
            lobby.abort_game(game=table.game, asker=asker, key="k1")

    def test_anothers_key_is_another_key(self):
        table = new_game(bot(), None, None)
        first, second = bot(), bot()
        lobby.take_seat(game=table.game, asker=first, key="same")
        lobby.take_seat(game=table.game, asker=second, key="same")
        assert table.types.count("SeatTaken") == 3
        with pytest.raises(KeyReusedError):
            lobby.take_seat(game=table.game, asker=first, seat=1, key="same")

    def test_a_refused_command_leaves_its_key_free(self):
        table = new_game(bot(), None)
        with pytest.raises(GameNotRunningError):
            lobby.resign(game=table.game, asker=table.asker(0), key="k")
        other = bot()
        lobby.take_seat(game=table.game, asker=other)
        assert not lobby.resign(game=table.game, asker=table.asker(0), key="k").replayed


class TestPrivateGames:
    def test_nobody_learns_of_it_without_its_code(self):
        table = new_game(bot(), None, private=True)
        code, stranger = join_codes.new_code(table.game), bot()
        for wrong in (None, "", code + "x"):
            with pytest.raises(UnknownGameError) as refusal:
                lobby.take_seat(game=table.game, asker=stranger, code=wrong)
            assert refusal.value.version is None
        for command in (lobby.leave_seat, lobby.resign, lobby.abort_game, lobby.return_to_seat):
            with pytest.raises(UnknownGameError):
                command(game=table.game, asker=stranger)
        newer = join_codes.new_code(table.game)
        with pytest.raises(UnknownGameError):
            lobby.take_seat(game=table.game, asker=stranger, code=code)
        lobby.take_seat(game=table.game, asker=stranger, code=newer)
        assert table.state.status is Status.RUNNING

    def test_who_has_left_cannot_look_in_again_with_an_old_key(self):
        table = new_game(bot(), None, None, private=True)
        guest, code = bot(), join_codes.new_code(table.game)
        join = partial(lobby.take_seat, game=table.game, asker=guest, code=code, key="k")
        join()
        assert join().replayed
        lobby.leave_seat(game=table.game, asker=guest)
        join_codes.new_code(table.game)
        with pytest.raises(UnknownGameError):
            join()


def test_an_account_that_is_no_more_takes_no_seat(database):
    table = new_game(bot(), None)
    gone = Asker(account=uuid4(), name="nobody", is_bot=False)
    with pytest.raises(AccountGoneError):
        lobby.take_seat(game=table.game, asker=gone)
    assert table.types == ["GameCreated", "SeatTaken"]
