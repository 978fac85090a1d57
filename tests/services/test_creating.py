"""Making a game: what it takes, what it defaults to, and when it starts by itself."""

import pytest

from games.engine.clocks import OnExpiry, PerMove
from games.engine.game import Status
from games.services import house
from games.services.errors import BadOptionsError, BadRequestValueError
from games.services.seat_errors import BadSeatsError
from games.store.models import Game
from tests.services.table import bot, new_game
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")


def test_it_starts_at_once_when_every_seat_is_held():
    table = new_game(bot(), "random")
    state = assert_log_is_sound(table.game)
    assert state.status is Status.RUNNING
    start = ["GameStarted", "RoundDealt", "DealSealed"]
    assert table.types == ["GameCreated", "SeatTaken", "SeatTaken", *start]
    assert len({one.command for one in table.log}) == 1


def test_who_only_watches_made_it_and_holds_no_seat():
    watcher = bot()
    table = new_game("random", "random", maker=watcher)
    assert table.loaded.seat_of(watcher.account) is None
    assert table.loaded.is_creator(watcher.account)
    assert_log_is_sound(table.game)


def test_all_options_and_the_time_control_stand_in_the_log():
    state = new_game(bot(), None).state
    assert state.options == {"first_seat": 0, "limit": 100}
    assert isinstance(state.time_control, PerMove)
    assert (state.time_control.seconds, state.time_control.on_expiry) == (
        86_400,
        OnExpiry.HOUSE_BOT,
    )


def test_a_rated_duel_forfeits_and_its_first_seat_is_drawn_at_the_start():
    state = new_game(bot(), None, rated=True).state
    assert state.options["first_seat"] == "random"
    assert state.time_control.on_expiry is OnExpiry.FORFEIT
    firsts = set()
    for _ in range(40):
        table = new_game(bot(), "random", rated=True)
        state = assert_log_is_sound(table.game)
        firsts.add(state.options["first_seat"])
        assert state.owed[0].seat == state.options["first_seat"]
        if len(firsts) == 2:
            break
    assert firsts == {0, 1}


@pytest.mark.parametrize(
    ("seats", "fields", "refused", "pointer"),
    [
        ([None] * 6, {}, BadSeatsError, "/seats"),
        ([], {}, BadSeatsError, "/seats"),
        (["grandmaster"], {}, BadSeatsError, "/seats/1/strategy"),
        ([None], {"options": {"limit": 0}}, BadOptionsError, "/options/limit"),
        ([None], {"options": {"colour": 1}}, BadOptionsError, "/options/colour"),
        ([None], {"options": {"first_seat": 2}}, BadOptionsError, "/options/first_seat"),
        (
            [None],
            {"time_control": {"seconds": 0}},
            BadRequestValueError,
            "/time_control/seconds",
        ),
        ([None], {"ruleset": "bridge"}, BadRequestValueError, "/ruleset"),
    ],
)
def test_what_cannot_be_played_is_pointed_at_and_not_made(seats, fields, refused, pointer):
    asker, before = bot(), Game.objects.count()
    with pytest.raises(refused) as refusal:
        new_game(asker, *seats, **fields)
    assert refusal.value.pointer == pointer
    assert Game.objects.count() == before


def test_without_bots_nobody_can_ask_for_a_house_seat(monkeypatch):
    monkeypatch.setattr(house, "_strategies", {})
    with pytest.raises(BadSeatsError, match="none"):
        new_game(bot(), "random")
    new_game(bot(), None)
