"""Taking over a seat at the same moment as others, or as its owner comes back (S59)."""

from functools import partial

import pytest

from games.engine.seat_records import SeatState
from games.services import deadlines, lobby, offers, play
from games.services.errors import GameStartedError
from games.services.play_errors import DecisionClosedError
from games.services.seat_errors import AlreadySeatedError, NotAwayError, NotSeatedError
from tests.concurrency.racing import answers, errors
from tests.services.table import bot, new_game, per_move
from tests.store.soundness import assert_log_is_sound


@pytest.fixture
def takers(database):
    return [bot() for _ in range(8)]


def take(table, asker):
    return partial(lobby.take_seat, game=table.game, asker=asker, seat=0)


def test_a_seat_is_taken_over_once(sixteen, takers):
    for _ in range(5):
        table = new_game(bot(), bot())
        offers.offer_seat(game=table.game, seat=0, asker=table.asker(0))
        finishes = sixteen.race([take(table, taker) for taker in takers])
        assert len(answers(finishes)) == 1
        assert {type(error) for error in errors(finishes)} == {GameStartedError}
        assert table.types.count("SeatReplaced") == 1
        (holder,) = [t for t in takers if table.loaded.seat_of(t.account) is not None]
        assert table.state.seats[0].holder in table.loaded.owners
        table.answer(by=holder, decision=table.decision(), move=table.legal()[0])
        assert_log_is_sound(table.game)


def test_the_owner_who_returns_meanwhile_has_it_or_has_lost_it(sixteen, takers, clock):
    for _ in range(6):
        table = new_game(bot(), bot(), time_control=per_move(60, "house-bot"))
        clock.advance(61)
        deadlines.expire_game(table.game)
        owner = table.asker(0)
        offers.offer_seat(game=table.game, seat=0, asker=owner)
        come_back = partial(lobby.return_to_seat, game=table.game, asker=owner)
        back, *others = sixteen.race([come_back, *(take(table, one) for one in takers[:4])])
        won = len(answers(others))
        assert won == (0 if back.error is None else 1)
        assert back.error is None or isinstance(back.error, NotSeatedError | NotAwayError)
        assert table.state.seats[0].state is SeatState.PLAYING
        assert (table.loaded.seat_of(owner.account) == 0) is (back.error is None)
        assert_log_is_sound(table.game)


def test_a_move_of_the_old_owner_comes_before_the_change_or_not_at_all(sixteen, takers):
    for _ in range(6):
        table = new_game(bot(), bot())
        owner, decision = table.asker(0), table.decision()
        offers.offer_seat(game=table.game, seat=0, asker=owner, account=takers[0].name)
        move = partial(
            play.play_move,
            game=table.game,
            account=owner.account,
            is_bot=True,
            move=table.legal()[0],
            decision=decision,
        )
        moved, taken = sixteen.race([move, take(table, takers[0])])
        assert taken.error is None
        assert moved.error is None or isinstance(moved.error, NotSeatedError | DecisionClosedError)
        types = table.types
        if moved.error is None:
            assert types.index("CowPlayed") < types.index("SeatReplaced")
        assert_log_is_sound(table.game)


def test_of_two_seats_on_offer_one_account_gets_one(sixteen, takers):
    for _ in range(5):
        table = new_game(bot(), bot(), bot())
        for seat in (0, 1):
            offers.offer_seat(game=table.game, seat=seat, asker=table.asker(seat))
        both = [
            partial(lobby.take_seat, game=table.game, asker=takers[0], seat=seat) for seat in (0, 1)
        ]
        finishes = sixteen.race(both)
        assert len(answers(finishes)) == 1
        assert {type(error) for error in errors(finishes)} == {AlreadySeatedError}
        assert_log_is_sound(table.game)
