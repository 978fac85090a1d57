"""Joining, leaving and starting at the same moment (S25, S51)."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.engine.game import Status
from games.engine.seat_events import SeatKind
from games.services import creating, lobby
from games.services.creating import WantedSeat
from games.services.errors import GameStartedError
from games.services.seat_errors import AlreadySeatedError
from games.store.models import Game
from tests.concurrency.racing import answers, crew, errors
from tests.services.table import bot, new_game
from tests.store.soundness import assert_log_is_sound


def join(table, asker, **fields):
    return partial(lobby.take_seat, game=table.game, asker=asker, **fields)


@pytest.fixture
def guests(database):
    return [bot() for _ in range(30)]


@pytest.mark.parametrize("rounds", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_thirty_joins_for_four_seats_fill_each_seat_once(guests, rounds):
    """S51: four distinct seats, and a clear refusal for all others."""
    with crew(30) as threads:
        for _ in range(rounds):
            table = new_game(bot(), None, None, None, None)
            finishes = threads.race([join(table, guest) for guest in guests])
            assert len(answers(finishes)) == 4
            assert {type(error) for error in errors(finishes)} == {GameStartedError}
            assert len(errors(finishes)) == 26
            state = assert_log_is_sound(table.game)
            assert state.status is Status.RUNNING
            seated = [g for g in guests if table.loaded.seat_of(g.account) is not None]
            assert len(seated) == 4


def test_twenty_joins_of_the_last_seat_start_the_game_once(guests):
    """S25: one deal, and every card of the pack is somewhere once."""
    with crew(20) as threads:
        for _ in range(5):
            table = new_game(bot(), None)
            finishes = threads.race([join(table, guest, seat=1) for guest in guests[:20]])
            assert len(answers(finishes)) == 1
            assert len(errors(finishes)) == 19
            assert table.types.count("GameStarted") == table.types.count("RoundDealt") == 1
            rules: Any = assert_log_is_sound(table.game).rules_state
            cards = sorted([card for hand in rules.hands for card in hand] + rules.deck)
            assert cards == list(range(len(table.state.game_rules.pack.cards())))


def test_copies_of_a_keyed_join_take_one_seat(sixteen):
    guest = bot()
    for _ in range(4):
        table = new_game(bot(), None, None, None)
        finishes = sixteen.race([join(table, guest, key="k")] * 16)
        assert errors(finishes) == []
        assert sum(not one.replayed for one in answers(finishes)) == 1
        assert table.types.count("SeatTaken") == 2
        assert_log_is_sound(table.game)


def test_without_a_key_the_copies_hear_that_they_sit_already(sixteen):
    guest = bot()
    table = new_game(bot(), None, None, None)
    finishes = sixteen.race([join(table, guest)] * 16)
    assert len(answers(finishes)) == 1
    assert {type(error) for error in errors(finishes)} == {AlreadySeatedError}


def test_joins_and_leaves_of_different_seats_lose_nothing(sixteen, guests):
    for _ in range(6):
        table = new_game(bot(), guests[0], guests[1], None, None)
        leave = [partial(lobby.leave_seat, game=table.game, asker=one) for one in guests[:2]]
        finishes = sixteen.race([*leave, join(table, guests[2], seat=3)])
        assert errors(finishes) == []
        kinds = [record.kind for record in assert_log_is_sound(table.game).seats]
        assert [kind is SeatKind.OPEN for kind in kinds] == [False, True, True, False, True]


def test_the_last_join_against_a_leave_never_starts_a_game_with_an_empty_seat(sixteen, guests):
    for _ in range(10):
        table = new_game(bot(), guests[0], None)
        leave = partial(lobby.leave_seat, game=table.game, asker=guests[0])
        left, joined = sixteen.race([leave, join(table, guests[1], seat=2)])
        assert joined.error is None
        state = assert_log_is_sound(table.game)
        assert (state.status is Status.RUNNING) == (left.error is not None)
        assert (state.seats[1].kind is SeatKind.OPEN) == (left.error is None)


def test_copies_of_a_creation_with_one_reserved_id_make_one_game(sixteen):
    asker = bot()
    for _ in range(5):
        game = uuid4()
        make = partial(
            creating.create_game,
            asker=asker,
            ruleset="mow",
            seats=[WantedSeat(kind="me"), WantedSeat(kind="house", strategy="random")],
            options={},
            reserve=partial(UUID, bytes=game.bytes),
        )
        finishes = sixteen.race([make] * 10)
        assert errors(finishes) == []
        assert sum(not one.replayed for one in answers(finishes)) == 1
        assert {one.game.id for one in answers(finishes)} == {game}
        assert len({bytes(one.game.secret) for one in answers(finishes)}) == 1
        assert Game.objects.filter(id=game).count() == 1
        assert_log_is_sound(game)
