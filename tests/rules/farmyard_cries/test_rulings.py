"""The rulings on seats, turns, swaps and cries (2.8.1 to 2.8.18), each by its number."""

import pytest

from games.engine.errors import IllegalMoveError
from games.rules.farmyard_cries.events import GroupCried, RoundEnded
from games.rules.farmyard_cries.game import RULESET
from tests.rules.farmyard_cries.table import (
    NOTHING,
    NOTHING_MORE,
    PIG_BUT_YOUNG,
    QUIET,
    SHEEP_BUT_YOUNG,
    FixedPack,
    dealing,
    free,
    lay,
    legal,
    owed,
    play,
    position,
    start,
    types,
)


def test_2_8_1_two_to_six_seats():
    assert [*RULESET.seat_counts] == [2, 3, 4, 5, 6]
    for seats in RULESET.seat_counts:
        state = start(seats=seats, turn_cap=0, tie="seat-order")
        assert len(state.stack_a) == 10
        assert len(state.stack_b) == 34 - 5 * seats


def test_2_8_2_the_deal_passes_left_whoever_wins():
    state = start(seats=3, first_seat=2)
    assert position(state, "dealer", "turn") == [2, 2]
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]], NOTHING_MORE, dealer=2)
    play(state, 0, "cry:PIG", FixedPack(dealing(NOTHING, NOTHING_MORE, SHEEP_BUT_YOUNG)))
    assert position(state, "dealer", "turn", "round") == [0, 0, 2]


def test_2_8_3_the_dealer_plays_first():
    state = start(seats=4, first_seat=3)
    assert [(one.seat, one.kind) for one in owed(state)] == [(3, "turn")]


def test_2_8_4_the_card_taken_cannot_be_the_one_discarded():
    state = lay(NOTHING, NOTHING_MORE, stacks={"A": ["HEN.W1"], "B": ["DUK.W1"]})
    assert "HEN.W1>A" not in legal(state)
    play(state, 0, "DOG.B1>A")
    assert position(state, "hands")[0][0] == sorted([*NOTHING[1:], "HEN.W1"])


def test_2_8_5_stack_a_has_ten():
    state = start(seats=2)
    assert (len(state.stack_a), len(state.stack_b)) == (10, 24)


def test_2_8_6_a_swap_may_open_a_round_whatever_ended_the_last_one():
    assert "swap" in legal(start(seats=2, turn_cap=0, chance=FixedPack(QUIET)))
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]], turn=1, prev_swap=True)
    play(state, 0, "cry:PIG", FixedPack(QUIET))
    assert position(state, "prev_swap", "turn") == [False, 1]
    assert "swap" in legal(state, 1)


def test_2_8_7_a_swap_is_barred_only_right_after_a_swap():
    state = lay(NOTHING, NOTHING_MORE)
    play(state, 0, "swap")
    play(state, 0, "pass:DOG.B1")
    play(state, 1, "pass:DOG.B3")
    assert "swap" not in legal(state, 1)
    with pytest.raises(IllegalMoveError, match="Right after a swap"):
        play(state, 1, "swap")
    play(state, 1, "DOG.B1>A")
    assert "swap" in legal(state, 0)


def test_2_8_8_a_swap_is_the_turn_of_its_caller():
    state = lay(NOTHING, NOTHING_MORE, SHEEP_BUT_YOUNG, turn=1)
    play(state, 1, "swap")
    assert position(state, "turn", "caller", "phase") == [1, 1, "swap"]
    for seat, card in enumerate(("DOG.B1", "DOG.B3", "HEN.B2")):
        play(state, seat, f"pass:{card}")
    assert position(state, "turn", "caller", "phase", "turns") == [2, None, "turn", 1]


def test_2_8_9_the_caller_passes_a_card_too():
    state = lay(NOTHING, NOTHING_MORE)
    play(state, 0, "swap")
    assert [(one.seat, one.kind) for one in owed(state)] == [(0, "swap"), (1, "swap")]
    assert legal(state, 0) == [f"pass:{code}" for code in NOTHING]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_2_8_10_sealed_cards_move_together_in_whatever_order_they_come(order):
    state = lay(NOTHING, NOTHING_MORE, SHEEP_BUT_YOUNG)
    cards = ["DOG.B1", "DOG.B3", "HEN.B2"]
    play(state, 0, "swap")
    for seat in order:
        before = position(state, "hands")
        assert before == [[sorted(NOTHING), sorted(NOTHING_MORE), sorted(SHEEP_BUT_YOUNG)]]
        play(state, seat, f"pass:{cards[seat]}")
    assert position(state, "hands") == [
        [
            sorted([*NOTHING[1:], "HEN.B2"]),
            sorted(["DOG.B1", *NOTHING_MORE[1:]]),
            sorted(["SHP.M", "SHP.W1", "SHP.B1", "DUK.B2", "DOG.B3"]),
        ]
    ]


def test_2_8_10_a_sealed_choice_stands_and_other_decisions_stay():
    state = lay(NOTHING, NOTHING_MORE, SHEEP_BUT_YOUNG)
    play(state, 0, "swap")
    before = owed(state)
    play(state, 1, "pass:DOG.B3")
    assert owed(state) == [one for one in before if one.seat != 1]
    with pytest.raises(IllegalMoveError, match="cannot be changed"):
        play(state, 1, "pass:DOG.B4")


def test_2_8_11_a_card_received_in_a_swap_is_not_passed_on_in_it():
    state = lay(NOTHING, NOTHING_MORE)
    play(state, 0, "swap")
    play(state, 0, "pass:DOG.B1")
    with pytest.raises(IllegalMoveError, match="not in your hand"):
        play(state, 1, "pass:DOG.B1")


@pytest.mark.parametrize("missing", ["PIG.M", "PIG.W1", "PIG.B1"])
def test_2_8_12_a_cry_has_to_be_truthful(missing):
    hand = ["DOG.B3" if code == missing else code for code in PIG_BUT_YOUNG]
    state = lay(hand, NOTHING)
    assert free(state) == []
    with pytest.raises(IllegalMoveError, match="Mother, Where found and Breed"):
        play(state, 0, "cry:PIG")


def test_2_8_13_any_seat_cries_at_any_moment_and_the_later_cry_finds_the_new_state():
    state = lay(
        NOTHING, PIG_BUT_YOUNG, SHEEP_BUT_YOUNG, ["PIG.Y1", "SHP.Y1", *NOTHING_MORE[2:]], turn=0
    )
    assert [free(state, seat) for seat in range(4)] == [[], ["cry:PIG"], ["cry:SHP"], []]
    rest = ["DUK.M", "DUK.Y1", "CAT.M", "HEN.Y1", "HEN.Y2"], ["COW.M", *SHEEP_BUT_YOUNG[1:]]
    play(state, 2, "cry:SHP", FixedPack(dealing(NOTHING, NOTHING_MORE, *rest, dealer=1)))
    assert position(state, "round", "scores") == [2, [0, 0, 25, 0]]
    with pytest.raises(IllegalMoveError):
        play(state, 1, "cry:PIG")


def test_2_8_14_a_seat_with_a_sealed_card_may_cry_and_ends_the_swap():
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]])
    play(state, 0, "swap")
    play(state, 0, "pass:PIG.M")
    before = owed(state)
    assert free(state) == ["cry:PIG"]
    events = play(state, 0, "cry:PIG", FixedPack(QUIET))
    assert types(events) == ["GroupCried", "RoundEnded", "RoundDealt"]
    assert position(state, "phase", "caller", "chosen") == ["turn", None, {}]
    assert not {*before} & {*owed(state)}


def test_2_8_14_a_sealed_young_is_still_its_choosers_to_give():
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]], options={"target": 50})
    play(state, 0, "swap")
    play(state, 1, "pass:PIG.Y1")
    play(state, 0, "cry:PIG")
    assert position(state, "scores", "chosen") == [[50, 0], {}]


def test_2_8_15_one_cry_brings_every_young_of_the_group_from_every_holder():
    hen = ["HEN.M", "HEN.W1", "HEN.B1", "DUK.B1", "DUK.B2"]
    state = lay(
        hen,
        ["HEN.Y1", *NOTHING[1:]],
        ["HEN.Y2", *NOTHING_MORE[1:]],
        stacks={"A": ["COW.M"], "B": ["CAT.M"]},
        options={"target": 10},
    )
    cried, ended = play(state, 0, "cry:HEN")[:2]
    assert isinstance(cried, GroupCried)
    assert cried.seen_by(None)["given"] == [
        {"seat": 1, "cards": ["HEN.Y1"]},
        {"seat": 2, "cards": ["HEN.Y2"]},
    ]
    assert isinstance(ended, RoundEnded)
    assert ended.seen_by(None)["points"] == [10, 0, 0]
    assert [len(hand) for hand in position(state, "hands")[0]] == [7, 4, 4]


@pytest.mark.parametrize(
    "place",
    [
        {"stacks": {"A": ["PIG.Y1"], "B": ["DUK.W1"]}},
        {"stacks": {"A": ["DUK.W2", "PIG.Y1"], "B": ["DUK.W1"]}},
        {"farmyard": ["PIG.Y1"]},
    ],
)
def test_2_8_16_only_seats_give_young(place):
    state = lay(PIG_BUT_YOUNG, NOTHING, **place)
    before = owed(state)
    [cried] = play(state, 0, "cry:PIG")
    assert cried.seen_by(None) == {"group": "PIG", "success": False, "given": []}
    assert free(state) == []
    assert owed(state) == before


def test_2_8_17_a_seat_cries_a_group_once_in_a_round_and_another_seat_may_too():
    state = lay(PIG_BUT_YOUNG, NOTHING, cries=[[1, "PIG"]])
    assert free(state) == ["cry:PIG"]
    play(state, 0, "cry:PIG")
    with pytest.raises(IllegalMoveError, match="has cried that group"):
        play(state, 0, "cry:PIG")
    # Who has cried in vain may still take the Young.
    taken = lay(
        PIG_BUT_YOUNG,
        NOTHING,
        cries=[[0, "PIG"]],
        stacks={"A": ["PIG.Y1"], "B": ["DUK.W1"]},
        options={"target": 50},
    )
    play(taken, 0, "HEN.B1>A")
    assert position(taken, "scores") == [[50, 0]]


def test_2_8_18_a_cry_is_no_duty():
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]])
    assert len(legal(state)) == 11
    play(state, 0, "HEN.B1>A")
    assert position(state, "turn") == [1]
