"""Positions as people write them (0.3), and moves as text (0.2)."""

from typing import Any

import pytest

from games.engine.errors import BadPositionError, MalformedMoveError
from games.rules.family_favourites.game import RULESET
from games.rules.family_favourites.state import FamilyState
from tests.rules.family_favourites.table import legal

FULL: dict[str, Any] = {
    "hands": [["R1", "J"], ["G2"], ["K1", "K2", "K3"]],
    "draw_pile": ["W3", "W1"],
    "played": ["J", "U2", "G4"],
    "call": "dog",
    "dealer": 1,
    "turn": 2,
    "passes": 1,
    "hand": 3,
    "totals": [10, 20, 30],
    "turns": 17,
}


def read(position: dict[str, Any], *, seats: int = 3, **options: Any) -> FamilyState:
    return RULESET.from_position(position, RULESET.parse_options(options, seats), seats)


def test_a_position_comes_back_as_it_was_written():
    assert RULESET.to_position(read(FULL)) == FULL


def test_missing_keys_take_their_defaults():
    assert RULESET.to_position(read({}, seats=2)) == {
        "hands": [[], []],
        "draw_pile": [],
        "played": [],
        "call": None,
        "dealer": 0,
        "turn": 1,
        "passes": 0,
        "hand": 1,
        "totals": [0, 0],
        "turns": 0,
    }


def test_with_no_card_on_top_only_a_joker_fits():
    assert legal(read({"hands": [["R1", "J"], []], "turn": 0}, seats=2)) == ["J>cat", "J>dog"]


def test_a_finished_game_has_nobody_to_act():
    position = {**FULL, "turn": None}
    state = read(position, hands=3)
    assert RULESET.to_position(state) == position
    assert RULESET.outcome(state) is not None
    with pytest.raises(BadPositionError, match="not over"):
        read(position, hands=4)


@pytest.mark.parametrize(
    "wrong",
    [
        {"paddock": []},
        {"hands": 5},
        {"hands": [["R1"], []]},
        {"hands": [["R1", "R1"], ["R1"], []]},
        {"hands": [["J", "J"], ["J", "J"], []]},
        {"hands": [["R6"], [], []]},
        {"draw_pile": ["X"]},
        {"played": ["U2", "G4"]},
        {"call": None},
        {"call": "pony"},
        {"played": [], "call": "cat"},
        {"dealer": 3},
        {"turn": 3},
        {"turn": -1},
        {"turn": None},
        {"passes": 3},
        {"passes": 2**32},
        {"hand": 0},
        {"hand": 7},
        {"totals": [1, 2]},
        {"totals": [-1, 2, 3]},
        {"turns": "many"},
    ],
)
def test_a_wrong_position_is_refused(wrong):
    with pytest.raises(BadPositionError):
        read({**FULL, **wrong})


def test_every_move_has_one_text_and_the_text_gives_the_move():
    texts = [str(move) for move in RULESET.every_move()]
    assert len(set(texts)) == len(texts) == 20 + 2 + 2
    assert [RULESET.parse_move(text) for text in texts] == list(RULESET.every_move())


@pytest.mark.parametrize(
    "text",
    [
        *("", "R6", "W4", "K5", "R0", "R03", "r3", "R3>cat", "R3\n"),
        *("J", "J>", "J>pony", "J>CAT", "J1>cat"),
        *("DRAW", " draw", "draw:0", "pass ", "take"),
    ],
)
def test_other_texts_are_no_moves(text):
    with pytest.raises(MalformedMoveError):
        RULESET.parse_move(text)
