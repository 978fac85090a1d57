"""Positions as people write them (0.3)."""

from typing import Any

import pytest

from games.engine.errors import BadPositionError
from games.rules.mow.game import RULESET
from tests.rules.mow.table import lay

FULL: dict[str, Any] = {
    "hands": [["3.1", "9.2"], ["S"], []],
    "deck": ["2.0", "1.0"],
    "herd": ["B0", "5.1", "S@6", "7.1^A7", "12.0"],
    "stables": [[], ["9.0", "12.1"], ["B16"]],
    "totals": [10, 20, 30],
    "arrow": "R",
    "phase": "turn",
    "turn": 1,
    "starter": 2,
    "round": 4,
}


def test_a_position_comes_back_as_it_was_written():
    assert RULESET.to_position(lay(**FULL)) == FULL


def test_missing_keys_take_their_defaults():
    assert RULESET.to_position(lay(seats=2)) == {
        "hands": [[], []],
        "deck": [],
        "herd": [],
        "stables": [[], []],
        "totals": [0, 0],
        "arrow": "L",
        "phase": "turn",
        "turn": 0,
        "starter": 0,
        "round": 1,
    }


def test_an_opening_comes_back():
    position = {**FULL, "herd": [], "phase": "open"}
    assert RULESET.to_position(lay(**position)) == position


def test_a_position_above_the_limit_is_a_finished_game():
    position = {**FULL, "totals": [101, 0, 0]}
    assert RULESET.to_position(lay(**position))["turn"] is None
    assert RULESET.outcome(lay(**{**position, "turn": None})) is not None


@pytest.mark.parametrize(
    "wrong",
    [
        {"paddock": []},
        {"hands": 5},
        {"hands": [["3.1"], []]},
        {"hands": [["3.1"], ["3.1"], []]},
        {"hands": [["S"], ["S", "S"], []]},
        {"hands": [["7.4"], [], []]},
        {"deck": ["X"]},
        {"totals": [1, 2]},
        {"totals": [-1, 2, 3]},
        {"arrow": "U"},
        {"phase": "swap"},
        {"phase": "open"},
        {"phase": "open", "herd": [], "deck": []},
        {"turn": 3},
        {"turn": None},
        {"starter": 3},
        {"round": 0},
        {"herd": ["5.0", "5.1"]},
        {"herd": ["6.0", "5.0"]},
        {"herd": ["A7"]},
        {"herd": ["S"]},
        {"herd": ["S@5", "6.0"]},
        {"herd": ["6.0", "S@7"]},
        {"herd": ["6.0", "S@16"]},
        {"herd": ["6.0", "7.0@3"]},
        {"herd": ["6.0^A7"]},
        {"herd": ["7.0^B16"]},
        {"herd": ["7.0^7.1"]},
        {"herd": ["5.0", "S@7^A7", "9.0"]},
    ],
)
def test_a_wrong_position_is_refused(wrong):
    with pytest.raises(BadPositionError):
        lay(**{**FULL, "stables": [[], [], []], **wrong})
