"""Positions as people write them (0.3)."""

from typing import Any

import pytest

from games.engine.errors import BadPositionError
from games.rules.farmyard_cries.game import RULESET
from tests.rules.farmyard_cries.table import NOTHING, NOTHING_MORE, PIG_BUT_YOUNG, lay, owed

FULL: dict[str, Any] = {
    "hands": [
        ["CAT.B1", "CAT.B2", "COW.B1", "DOG.B1", "DOG.B2"],
        ["CAT.B3", "COW.B2", "DOG.B3", "DOG.B4", "HEN.B3"],
        ["DUK.B1", "HEN.B1", "PIG.B1", "PIG.M", "PIG.W1"],
    ],
    "stacks": {"A": ["SHP.M", "HEN.M"], "B": ["DUK.M"]},
    "farmyard": ["COW.M", "CAT.M"],
    "dealer": 2,
    "turn": 1,
    "phase": "turn",
    "caller": None,
    "chosen": {},
    "prev_swap": True,
    "cries": [[2, "PIG"], [0, "HEN"]],
    "scores": [10, 20, 30],
    "round": 4,
    "turns": 7,
}
SWAP = {"phase": "swap", "caller": 1, "chosen": {"0": "CAT.B1", "2": "PIG.M"}}
SETS = [["PIG.M", "PIG.Y1", "PIG.W1", "PIG.B1"], ["COW.M", "COW.Y1", "COW.W1", "COW.B1"]]


def read(position: dict[str, Any]):
    return RULESET.from_position(position, RULESET.parse_options({}, 3), 3)


@pytest.mark.parametrize("changed", [{}, SWAP])
def test_a_position_comes_back_as_it_was_written(changed):
    assert RULESET.to_position(read({**FULL, **changed})) == {**FULL, **changed}


def test_a_race_comes_back_after_a_swap_and_after_a_deal():
    hands = [*SETS, NOTHING_MORE[:3]]
    for caller in (1, None):
        position = {**FULL, "hands": hands, "phase": "race", "caller": caller, "cries": []}
        position |= {"stacks": {"A": ["HEN.W1"], "B": ["HEN.W2"]}, "farmyard": []}
        written = RULESET.to_position(read(position))
        assert (written["phase"], written["turn"], written["caller"]) == ("race", 1, caller)
        assert [one.seat for one in owed(read(position))] == [1, 0]


def test_missing_keys_take_their_defaults():
    assert RULESET.to_position(lay(NOTHING, PIG_BUT_YOUNG, stacks={}, dealer=1)) == {
        "hands": [sorted(NOTHING), sorted(PIG_BUT_YOUNG)],
        "stacks": {"A": [], "B": []},
        "farmyard": [],
        "dealer": 1,
        "turn": 1,
        "phase": "turn",
        "caller": None,
        "chosen": {},
        "prev_swap": False,
        "cries": [],
        "scores": [0, 0],
        "round": 1,
        "turns": 0,
    }


def test_a_swap_without_a_caller_is_the_one_of_the_seat_with_the_turn():
    state = lay(NOTHING, PIG_BUT_YOUNG, phase="swap", turn=1)
    assert RULESET.to_position(state)["caller"] == 1


def test_a_position_at_the_target_is_a_finished_game_whatever_its_hands():
    hands = [SETS[0], NOTHING, NOTHING_MORE]
    position = {"hands": hands, "scores": [60, 0, 0], "turn": None}
    assert RULESET.to_position(read(position))["turn"] is None
    assert RULESET.outcome(read(position)) is not None


@pytest.mark.parametrize(
    "wrong",
    [
        {"paddock": []},
        {"hands": 5},
        {"hands": [NOTHING, NOTHING_MORE]},
        {"hands": [NOTHING, NOTHING_MORE, []]},
        {"hands": [NOTHING, NOTHING_MORE, ["PIG.M", "PIG.M"]]},
        {"hands": [NOTHING, NOTHING_MORE, ["HORSE.M"]]},
        {"hands": [NOTHING, NOTHING_MORE, SETS[0]]},
        {"stacks": {"C": []}},
        {"stacks": {"A": ["CAT.B1"]}},
        {"farmyard": ["7.2"]},
        {"dealer": 3},
        {"turn": 3},
        {"turn": -1},
        {"turn": None},
        {"phase": "lunch"},
        {"phase": "race"},
        {"caller": 1},
        {**SWAP, "caller": 0},
        {**SWAP, "chosen": {"3": "CAT.B1"}},
        {**SWAP, "chosen": {"00": "CAT.B1"}},
        {**SWAP, "chosen": {"0": "PIG.M"}},
        {**SWAP, "chosen": {"0": "HORSE"}},
        {**SWAP, "chosen": {"0": "CAT.B1", "1": "HEN.B3", "2": "PIG.M"}},
        {"chosen": {"0": "CAT.B1"}},
        {"cries": [[0, "OWL"]]},
        {"cries": [[3, "HEN"]]},
        {"cries": [[0, "HEN"], [0, "HEN"]]},
        {"scores": [1]},
        {"scores": [60, 60, 0]},
        {"scores": [60, 0, 0]},
        {"scores": [60, 0, 0], "turn": None, "phase": "swap"},
        {"scores": [60, 0, 0], "turn": None, "chosen": {"0": "CAT.B1"}},
        {"round": 0},
        {"turns": -1},
        {"stacks": {"A": [], "B": []}},
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong):
    with pytest.raises(BadPositionError):
        read({**FULL, **wrong})


def test_hands_are_the_one_thing_that_a_position_needs():
    with pytest.raises(BadPositionError, match="hands"):
        read({})
