"""What every ruleset gets from the base: options, and steps that it need not have."""

import random

import pytest

from games.engine import ruleset
from games.engine.chance import RandomChance
from games.engine.errors import BadOptionsError
from games.engine.seats import Seat
from games.rules.mow.game import RULESET


def test_options_take_their_defaults():
    options = RULESET.parse_options({}, 3)
    assert (options.limit, options.first_seat) == (100, 0)
    assert RULESET.parse_options({"first_seat": "random"}, 3).first_seat == "random"


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ({"first_seat": 3}, "/first_seat"),
        ({"first_seat": -1}, "/first_seat"),
        ({"first_seat": "left"}, "/first_seat"),
        ({"colour": "red"}, "/colour"),
    ],
)
def test_a_bad_option_is_pointed_at(raw, pointer):
    with pytest.raises(BadOptionsError) as refusal:
        RULESET.parse_options(raw, 3)
    assert refusal.value.pointer == pointer


def test_a_ruleset_need_not_have_free_moves_or_steps_before_a_position():
    state = RULESET.from_position({"hands": [["1.0"], []]}, RULESET.parse_options({}, 2), 2)
    assert RULESET.free_moves(state, Seat(0)) == []
    assert RULESET.settle(state, RandomChance(random.Random(0))) == []


def test_without_a_fast_path_advance_goes_through_the_events():
    state = RULESET.from_position({"hands": [["1.0"], []]}, RULESET.parse_options({}, 2), 2)
    slow, fast = state.copy(), state.copy()
    chance = RandomChance(random.Random(0))
    ruleset.Ruleset.advance(RULESET, slow, Seat(0), RULESET.parse_move("1.0"), chance)
    RULESET.advance(fast, Seat(0), RULESET.parse_move("1.0"), chance)
    assert slow == fast


def test_a_state_without_a_copy_cannot_be_copied():
    with pytest.raises(NotImplementedError):  # the base is abstract
        ruleset.State().copy()


def test_the_refusal_of_an_unknown_option_lists_those_there_are():
    with pytest.raises(BadOptionsError, match=r"`flies`; there are: .*limit") as caught:
        RULESET.parse_options({"flies": 3}, 3)
    assert caught.value.pointer == "/flies"
