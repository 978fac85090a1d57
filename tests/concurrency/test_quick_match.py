"""Many who look for the same game at the same moment (S51)."""

import secrets
from collections import Counter
from functools import partial

import pytest

from accounts.services.idempotency import Aim
from games.engine.game import Status
from games.services.quick_match import quick_match
from games.store import load
from games.store.models import Game
from tests.concurrency.racing import answers, crew, errors
from tests.services.table import bot, per_move
from tests.store.soundness import assert_log_is_sound


def asking(asker, seconds, *, seats=4, aim=None):
    """Ask for a game with a time to think that nobody else in this database asks for."""
    control = per_move(seconds, "house-bot")
    return partial(
        quick_match,
        asker=asker,
        ruleset="mow",
        seats=seats,
        options={},
        time_control=control,
        aim=aim,
    )


def some_time():
    return 1_000 + secrets.randbelow(1_000_000)


@pytest.fixture
def guests(database):
    return [bot() for _ in range(30)]


@pytest.mark.parametrize("rounds", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_thirty_who_want_four_seats_fill_seven_games(guests, rounds):
    """S51: full games, nobody twice in one, and nobody left over while a seat is free."""
    with crew(30) as threads:
        for _ in range(rounds):
            seconds = some_time()
            finishes = threads.race([asking(guest, seconds) for guest in guests])
            assert errors(finishes) == []
            games = Counter(one.game.id for one in answers(finishes))
            assert sorted(games.values()) == [2, 4, 4, 4, 4, 4, 4, 4]
            made = Game.objects.filter(state__regex=rf'"seconds":{seconds}\D')
            assert set(made.values_list("id", flat=True)) == set(games)
            for game, held in games.items():
                state = assert_log_is_sound(game)
                assert (state.status is Status.RUNNING) == (held == 4)
                loaded = load.game(game)
                seated = [g for g in guests if loaded.seat_of(g.account) is not None]
                assert len(seated) == held


def test_copies_of_one_request_without_a_key_have_one_seat_while_the_game_waits(sixteen):
    finishes = sixteen.race([asking(bot(), some_time())] * 16)
    assert errors(finishes) == []
    assert len({one.game.id for one in answers(finishes)}) == 1
    assert sum(not one.replayed for one in answers(finishes)) == 1


def test_copies_with_a_key_have_one_seat_though_the_game_starts_meanwhile(sixteen):
    """A copy that comes too late for its own game does not sit down in another."""
    for _ in range(6):
        guest, seconds = bot(), some_time()
        aim = Aim(account=guest.account, route="POST /quick-match", key="k", fingerprint="f")
        copies = [asking(guest, seconds, seats=2, aim=aim)] * 8
        others = [asking(bot(), seconds, seats=2) for _ in range(8)]
        finishes = sixteen.race([one for pair in zip(copies, others, strict=True) for one in pair])
        assert errors(finishes) == []
        mine = {one.game.id for one in answers(finishes[::2])}
        assert len(mine) == 1
        all_games = {one.game.id for one in answers(finishes)}
        seated = [g for g in all_games if load.game(g).seat_of(guest.account) is not None]
        assert seated == list(mine)
        still_open = Game.objects.filter(id__in=all_games, status="open", free_seats__gt=0)
        assert still_open.count() == 1
