"""Positions as people write them (0.3)."""

import pytest

from games.engine.errors import BadPositionError
from games.rules.tortoise.game import RULESET
from tests.rules.tortoise.table import draw, lay, open_deal, outcome_of, scripted

OFFERED = {
    "hands": [["U1", "K1", "R1"], [], ["G1", "R1"], ["G1", "U1"]],
    "dealer": 1,
    "offerer": 0,
    "out": [1],
    "turns": 7,
}


def read(position):
    seats = len(position["hands"])
    return RULESET.from_position(position, RULESET.parse_options({}, seats), seats)


def test_a_position_comes_back_with_the_offer_in_its_order():
    assert RULESET.to_position(read(OFFERED)) == OFFERED


def test_reading_an_offer_needs_no_shuffle():
    state = read(OFFERED)
    assert RULESET.settle(state, scripted()) == []
    assert state.shuffles == 0


def test_missing_keys_take_their_defaults():
    state = lay("R1 K1 U1", "U1 R1", "")
    assert RULESET.to_position(state) == {
        "hands": [["K1", "R1", "U1"], ["R1", "U1"], []],
        "dealer": 2,
        "offerer": None,
        "out": [2],
        "turns": 0,
    }


def test_without_an_offerer_it_is_a_deal_that_waits_for_its_automatic_steps():
    state = lay("R1 R1 K1 U1", "U1 G1 G1")
    assert RULESET.decisions(state) == []
    assert RULESET.outcome(state) is None
    open_deal(state)
    assert RULESET.outcome(state) is not None


def test_a_finished_game_is_read_as_finished():
    state = lay("R1 U1", "R1 K1 U1", offerer=0)
    while RULESET.decisions(state):
        draw(state, 0)
    position = RULESET.to_position(state)
    again = read(position)
    assert RULESET.outcome(again) == RULESET.outcome(state)
    assert RULESET.settle(again, scripted()) == []
    assert RULESET.to_position(again) == position


def test_a_game_ended_by_the_cap_is_read_as_finished():
    options = {"turn_cap": 7}
    state = lay("R1 U1 K1", "R1 U1", turns=7, options=options)
    assert outcome_of(state).losers == (0,)
    assert RULESET.settle(state, scripted()) == []


@pytest.mark.parametrize(
    "damage",
    [
        {"hands": [["R1"], ["U1"]]},
        {"hands": [["K1", "X9"], ["U1"]]},
        {"hands": [["K1", "K1"], ["U1"]]},
        {"hands": [["K1"]]},
        {"hands": "K1"},
        {"hands": [["K1", "R1", "R1"], ["U1", "G1"]], "offerer": 0},
        {"hands": [["K1", "R1"], ["U1"]], "offerer": 0},
        {"hands": [["K1", "R1"], []], "offerer": 0},
        {"hands": [[], ["K1", "R1"]], "offerer": 0},
        {"offerer": 2},
        {"dealer": 2},
        {"turns": -1},
        {"out": [0]},
        {"out": [0, 0]},
        {"pile": []},
    ],
)
def test_a_position_that_makes_no_sense_is_refused(damage):
    sound = {"hands": [["K1", "R1", "U1"], ["R1", "U1"]], "offerer": 0}
    RULESET.from_position(sound, RULESET.parse_options({}, 2), 2)
    with pytest.raises(BadPositionError):
        RULESET.from_position({**sound, **damage}, RULESET.parse_options({}, 2), 2)


def test_hands_have_no_default():
    with pytest.raises(BadPositionError, match="hands"):
        RULESET.from_position({}, RULESET.parse_options({}, 2), 2)
