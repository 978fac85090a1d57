"""Many answers to one decision at the same moment (S18, S21, F26)."""

from functools import partial
from itertools import cycle, islice

import pytest

from games.services import lobby, play
from games.services.errors import GameOverError
from games.services.play_errors import DecisionAlreadyMadeError
from games.store.models import Event
from tests.concurrency.racing import BOTH, answers, errors
from tests.services.table import Table, bot, new_game
from tests.store.soundness import assert_log_is_sound

ROUNDS = 6
pytestmark = BOTH


def answer(table: Table, move: str):
    owed = table.owed()
    asker, decision = table.asker(owed.seat), table.decision(owed)
    return partial(table.answer, move, decision=decision, by=asker)


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(100, marks=pytest.mark.slow)])
def test_of_fifty_different_answers_one_wins_and_the_others_hear_that_it_was_made(fifty, rounds):
    """S18: copies of the winner get its answer, all others `decision_already_made`."""
    table = new_game(bot(), bot(), options={"limit": 1000})
    for _ in range(rounds):
        version, moves = table.state.version, list(islice(cycle(table.legal()), 50))
        finishes = fifty.race([answer(table, move) for move in moves])
        done = [one for one in answers(finishes) if not one.replayed]
        assert len(done) == 1
        won = next(event.event.move() for event in done[0].events)
        assert len(answers(finishes)) == moves.count(won)
        assert {type(error) for error in errors(finishes)} <= {DecisionAlreadyMadeError}
        assert len(errors(finishes)) == 50 - moves.count(won)
        state = assert_log_is_sound(table.game)
        assert state.version == version + len(done[0].events)


def test_fifty_copies_of_a_move_make_one_event_and_get_one_answer(fifty):
    """S21, F26: also when the copies race."""
    table = new_game(bot(), bot())
    for _ in range(ROUNDS):
        version, move = table.state.version, table.legal()[0]
        finishes = fifty.race([answer(table, move)] * 50)
        assert errors(finishes) == []
        assert sum(not one.replayed for one in answers(finishes)) == 1
        versions = {tuple(one.version for one in got.events) for got in answers(finishes)}
        state = assert_log_is_sound(table.game)
        assert versions == {tuple(range(version + 1, state.version + 1))}
        assert len({tuple(one.event for one in got.events) for got in answers(finishes)}) == 1


def test_copies_of_a_keyed_command_race_for_one_event(sixteen):
    for _ in range(4):
        table = new_game(bot(), bot(), bot())
        leave = partial(lobby.resign, game=table.game, asker=table.asker(0), key="k")
        finishes = sixteen.race([leave] * 16)
        assert errors(finishes) == []
        assert sum(not one.replayed for one in answers(finishes)) == 1
        assert table.types.count("SeatResigned") == 1
        assert_log_is_sound(table.game)


def test_two_keys_of_two_accounts_do_not_meet(sixteen):
    table = new_game(bot(), bot(), bot(), bot())
    calls = [
        partial(lobby.abort_game, game=table.game, asker=table.asker(seat), key="same")
        for seat in range(4)
        for _ in range(4)
    ]
    finishes = sixteen.race(calls)
    assert errors(finishes) == []
    assert table.types.count("AbortConsented") == 4
    assert table.types.count("GameAborted") == 1
    assert_log_is_sound(table.game)


def test_a_move_against_the_resignation_of_the_other_seat_loses_neither(sixteen):
    for _ in range(10):
        table = new_game(bot(), bot())
        owed = table.owed()
        leave = partial(lobby.resign, game=table.game, asker=table.asker(1))
        moved, left = sixteen.race([answer(table, table.legal(owed)[0]), leave])
        assert left.error is None
        state = assert_log_is_sound(table.game)
        assert state.outcome is not None
        assert state.outcome.winners == (0,)
        assert (moved.error is None) == ("CowPlayed" in table.types)


def test_a_game_ends_once(sixteen):
    for _ in range(5):
        table = new_game(bot(), bot())
        finishes = sixteen.race(
            [partial(lobby.resign, game=table.game, asker=table.asker(n % 2)) for n in range(16)]
        )
        assert len(answers(finishes)) == 1
        assert {type(error) for error in errors(finishes)} == {GameOverError}
        assert_log_is_sound(table.game)
        ends = Event.objects.filter(game=table.game, type="GameFinished")
        assert ends.count() == 1


def test_sixteen_answers_of_the_house_make_one(sixteen):
    """F11: a doubled worker is refused or gets the same answer, and nothing breaks."""
    table = new_game("random", bot())
    owed, legal = table.owed(), table.legal()
    house = partial(play.play_house_move, game=table.game, seat=owed.seat, opened=owed.opened)
    finishes = sixteen.race([partial(house, move=move) for move in islice(cycle(legal), 16)])
    assert sum(not one.replayed for one in answers(finishes)) == 1
    assert {type(error) for error in errors(finishes)} <= {DecisionAlreadyMadeError}
    assert_log_is_sound(table.game)
