"""Every numbered ruling on Farmyard Cries (2.8), by its number."""

import re

import pytest

from games.engine.errors import BadOptionsError, IllegalMoveError
from games.engine.seats import Seat
from games.rules.farmyard_cries.events import GroupCried, RoundEnded
from games.rules.farmyard_cries.game import RULESET
from tests.rules.farmyard_cries.table import (
    NOTHING,
    NOTHING_MORE,
    PIG_BUT_YOUNG,
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

QUIET = dealing(NOTHING, NOTHING_MORE, dealer=1)
"""A deal to two seats, by seat 1, that gives nobody anything."""
PIG = ["PIG.M", "PIG.Y1", "PIG.W1", "PIG.B1"]
HEN = ["HEN.M", "HEN.Y1", "HEN.W1", "HEN.B1"]


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


def test_2_8_19_a_set_is_laid_down_by_itself():
    state = lay(PIG_BUT_YOUNG, NOTHING, stacks={"A": ["PIG.Y1"], "B": ["DUK.W1"]})
    events = play(state, 0, "HEN.B1>A", FixedPack(QUIET))
    assert types(events) == ["CardExchanged", "RoundEnded", "RoundDealt"]
    assert position(state, "scores") == [[50, 0]]


def two_sets_by_a_swap(**options):
    """Return a table at which the last card of a swap gives seats 0 and 1 a set."""
    state = lay(
        ["SHP.M", "SHP.W1", "SHP.B1", "HEN.B1", "CAT.Y1"],
        ["CAT.M", "CAT.W1", "CAT.B1", "SHP.Y1", "DOG.B1"],
        options=options,
        turn=1,
    )
    play(state, 1, "swap")
    play(state, 1, "pass:SHP.Y1")
    return state


def test_2_8_20_two_sets_are_raced_and_the_first_to_lay_down_wins():
    state = two_sets_by_a_swap()
    assert types(play(state, 0, "pass:CAT.Y1")) == ["CardSealed", "CardsPassed", "RaceStarted"]
    assert [(one.seat, one.kind) for one in owed(state)] == [(1, "race"), (0, "race")]
    assert position(state, "phase", "turn", "caller", "prev_swap") == ["race", 1, 1, False]
    assert (legal(state, 0), legal(state, 1)) == (["lay-down"], ["lay-down"])
    assert free(state, 0) == free(state, 1) == []
    for text in ("swap", "HEN.B1>A", "pass:HEN.B1", "cry:SHP"):
        with pytest.raises(IllegalMoveError, match="only lay-down is legal"):
            play(state, 0, text)
    events = play(state, 0, "lay-down", FixedPack(QUIET))
    assert types(events) == ["SetLaidDown", "RoundEnded", "RoundDealt"]
    assert position(state, "scores", "phase", "caller") == [[25, 0], "turn", None]
    with pytest.raises(IllegalMoveError, match="no race"):
        play(state, 1, "lay-down")


def test_2_8_20_who_is_not_in_the_race_only_waits():
    stacks = {"A": ["COW.W1"], "B": ["CAT.W1"]}
    hands = [*PIG, "CAT.B1"], [*HEN, "CAT.B2"], SHEEP_BUT_YOUNG
    state = lay(*hands, stacks=stacks, phase="race", turn=2)
    assert [one.seat for one in owed(state)] == [0, 1]
    with pytest.raises(IllegalMoveError, match="not in the race"):
        play(state, 2, "lay-down")


def test_2_8_20_in_seat_order_the_first_one_going_left_from_the_caller_wins():
    state = two_sets_by_a_swap(tie="seat-order")
    events = play(state, 0, "pass:CAT.Y1", FixedPack(QUIET))
    assert types(events) == ["CardSealed", "CardsPassed", "RoundEnded", "RoundDealt"]
    assert position(state, "scores") == [[0, 30]]


@pytest.mark.parametrize(("tie", "scores"), [("race", [0, 0, 0]), ("seat-order", [0, 0, 10])])
def test_2_8_20_two_sets_in_the_deal_are_raced_or_go_by_the_dealer(tie, scores):
    deal = dealing([*PIG, "CAT.B1"], NOTHING_MORE, [*HEN, "CAT.B2"], dealer=1)
    quiet = dealing(NOTHING, NOTHING_MORE, SHEEP_BUT_YOUNG, dealer=2)
    state = start(seats=3, first_seat=1, tie=tie, chance=FixedPack(deal, quiet))
    assert position(state, "scores") == [scores]
    if tie == "race":
        assert position(state, "phase", "turn", "caller") == ["race", 1, None]
        assert [one.seat for one in owed(state)] == [2, 0]


def test_2_8_20_a_race_that_nobody_answers_is_settled_in_seat_order():
    state = two_sets_by_a_swap()
    play(state, 0, "pass:CAT.Y1")
    first = owed(state)[0].seat
    play(state, first, str(RULESET.default_move(state, first)), FixedPack(QUIET))
    assert position(state, "scores") == [[0, 30]]


def test_2_8_21_a_set_in_the_deal_wins_before_any_turn_and_may_end_the_game():
    deal = dealing([*PIG, "CAT.B1"], NOTHING_MORE)
    again = dealing([*PIG, "CAT.B1"], NOTHING_MORE, dealer=1)
    state = start(seats=2, chance=FixedPack(deal, again))
    assert position(state, "scores", "round", "turn") == [[100, 0], 2, None]
    assert owed(state) == []


@pytest.mark.parametrize("fifth", ["PIG.M", "DOG.Y1", "HEN.Y2", "HEN.B3"])
def test_2_8_22_a_fifth_card_is_ignored(fifth):
    deal = dealing([*HEN, fifth], NOTHING)
    state = start(seats=2, target=10, chance=FixedPack(deal))
    assert position(state, "scores") == [[10, 0]]


def test_2_8_23_a_stack_is_exhausted_when_its_face_up_card_is_taken():
    state = lay(
        NOTHING,
        NOTHING_MORE,
        stacks={"A": ["PIG.W1", "PIG.B1"], "B": ["HEN.W1"]},
        farmyard=["HEN.W2"],
    )
    [exchanged] = play(state, 0, "COW.B1>A")
    assert exchanged.seen_by(None)["refilled"] is False
    assert position(state, "stacks", "farmyard") == [
        {"A": ["PIG.B1"], "B": ["HEN.W1"]},
        ["COW.B1", "HEN.W2"],
    ]


def test_2_8_24_the_farmyard_moves_as_it_lies_the_latest_discard_on_top():
    state = lay(
        NOTHING,
        NOTHING_MORE,
        stacks={"A": ["PIG.W1"], "B": ["HEN.W1"]},
        farmyard=["HEN.W2", "DUK.W1", "DUK.W2"],
    )
    [exchanged] = play(state, 0, "COW.B1>A")
    assert exchanged.seen_by(Seat(1)) == {
        "stack": "A",
        "taken": "PIG.W1",
        "turned_up": "COW.B1",
        "refilled": True,
        "discarded": "COW.B1",
    }
    assert position(state, "stacks", "farmyard") == [
        {"A": ["COW.B1", "HEN.W2", "DUK.W1", "DUK.W2"], "B": ["HEN.W1"]},
        [],
    ]


def test_2_8_25_a_winning_take_refills_the_stack_too():
    stacks = {"A": ["PIG.Y1"], "B": ["DUK.W1"]}
    state = lay(PIG_BUT_YOUNG, NOTHING, stacks=stacks, options={"target": 50})
    play(state, 0, "HEN.B1>A")
    assert position(state, "stacks", "farmyard", "turn") == [
        {"A": ["HEN.B1"], "B": ["DUK.W1"]},
        [],
        None,
    ]


@pytest.mark.parametrize(("target", "over"), [(50, True), (51, False)])
def test_2_8_26_reaching_the_target_exactly_wins(target, over):
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]], options={"target": target})
    play(state, 0, "cry:PIG", FixedPack(QUIET))
    outcome = RULESET.outcome(state)
    assert (outcome is not None) is over
    assert outcome is None or (outcome.winners, outcome.losers) == ((0,), (1,))


@pytest.mark.parametrize("target", [0, -1, 1001, "60", 1.5, None])
def test_2_8_26_the_target_is_a_positive_whole_number(target):
    with pytest.raises(BadOptionsError) as refusal:
        RULESET.parse_options({"target": target}, 2)
    assert refusal.value.pointer == "/target"


def test_2_8_27_one_seat_wins_alone_and_one_that_resigned_cannot():
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]], NOTHING_MORE, scores=[20, 30, 30])
    play(state, 0, "cry:PIG")
    won = RULESET.outcome(state)
    assert won is not None
    assert (won.winners, won.scores) == ((0,), (70, 30, 30))
    left = RULESET.outcome(state, resigned=[Seat(0)])
    assert left is not None
    assert (left.winners, left.losers) == ((1, 2), (0,))


@pytest.mark.parametrize("turns", [0, 1])
def test_2_8_28_a_round_that_reaches_the_cap_is_void(turns):
    state = lay(NOTHING, NOTHING_MORE, turns=turns, scores=[5, 6], options={"turn_cap": 2})
    events = play(state, 0, "DOG.B1>A", FixedPack(QUIET))
    if not turns:
        assert types(events) == ["CardExchanged"]
        return
    assert types(events) == ["CardExchanged", "RoundEnded", "RoundDealt"]
    assert events[1].seen_by(None) == {
        "round": 1,
        "winner": None,
        "group": None,
        "cards": [],
        "points": [0, 0],
        "scores": [5, 6],
    }
    assert position(state, "round", "dealer", "turns", "scores") == [2, 1, 0, [5, 6]]


def test_2_8_28_a_finished_swap_counts_towards_the_cap_and_a_cry_does_not():
    state = lay(PIG_BUT_YOUNG, NOTHING, turns=4998)
    play(state, 0, "cry:PIG")
    play(state, 0, "swap")
    play(state, 0, "pass:HEN.B1")
    play(state, 1, "pass:DOG.B1")
    assert position(state, "turns", "round") == [4999, 1]
    capped = lay(NOTHING, NOTHING_MORE, turns=4999)
    play(capped, 0, "swap")
    play(capped, 0, "pass:DOG.B1")
    events = play(capped, 1, "pass:DOG.B3", FixedPack(QUIET))
    assert types(events) == ["CardSealed", "CardsPassed", "RoundEnded", "RoundDealt"]


def test_2_8_28_a_set_or_a_race_reached_at_the_cap_counts():
    stacks = {"A": ["PIG.Y1"], "B": ["DUK.W1"]}
    won = lay(PIG_BUT_YOUNG, NOTHING, stacks=stacks, turns=1, options={"turn_cap": 2})
    play(won, 0, "HEN.B1>A", FixedPack(QUIET))
    assert position(won, "scores") == [[50, 0]]
    raced = two_sets_by_a_swap(turn_cap=1)
    assert types(play(raced, 0, "pass:CAT.Y1"))[-1] == "RaceStarted"


def test_2_8_28_a_cap_of_nought_is_none():
    state = lay(NOTHING, NOTHING_MORE, turns=10**6, options={"turn_cap": 0})
    assert types(play(state, 0, "DOG.B1>A")) == ["CardExchanged"]


def test_2_8_29_only_the_winning_four_and_the_young_given_are_shown():
    dog = ["DOG.M", "DOG.W1", "DOG.W2", "DOG.B2", "DOG.B1"]
    state = lay(dog, ["DOG.Y1", *NOTHING_MORE[1:]], SHEEP_BUT_YOUNG)
    events = play(state, 0, "cry:DOG")
    told = str([event.seen_by(viewer) for event in events[:2] for viewer in (None, Seat(2))])
    assert re.findall(r"\w+\.\w+", told) == [
        *(["DOG.Y1"] * 2),
        *(["DOG.M", "DOG.Y1", "DOG.W1", "DOG.B1"] * 2),
    ]


def test_2_8_30_a_cry_after_the_end_is_refused():
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *SHEEP_BUT_YOUNG[:4]], options={"target": 50})
    play(state, 0, "cry:PIG")
    assert free(state, 1) == []
    with pytest.raises(IllegalMoveError, match="The game is over"):
        play(state, 1, "cry:SHP")


@pytest.mark.parametrize(
    ("position_", "move"),
    [({}, "DOG.B1>A"), ({"phase": "swap"}, "pass:DOG.B1"), ({"prev_swap": True}, "DOG.B1>A")],
)
def test_the_default_move_is_an_exchange_or_a_card_to_pass(position_, move):
    # rules.md 5
    state = lay(NOTHING, PIG_BUT_YOUNG, **position_)
    assert str(RULESET.default_move(state, Seat(0))) == move


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        (1, "HEN.B1>A", "It is not this seat's turn."),
        (1, "swap", "It is not this seat's turn."),
        (0, "HEN.B1>A", "That card is not in your hand."),
        (0, "pass:DOG.B1", "No swap is going on."),
        (0, "lay-down", "There is no race."),
        (0, "cry:PIG", "A cry takes Mother, Where found and Breed of the group in your hand."),
        (0, "DOG.B1>B", "There is no card in that stack."),
    ],
)
def test_a_refusal_has_a_public_reason(seat, text, reason):
    state = lay(NOTHING, PIG_BUT_YOUNG, stacks={"A": ["HEN.W1"]})
    with pytest.raises(IllegalMoveError) as refusal:
        play(state, seat, text)
    assert refusal.value.reason == reason
    with pytest.raises(IllegalMoveError, match=re.escape(reason)):
        RULESET.advance(state, Seat(seat), RULESET.parse_move(text), FixedPack())


def test_a_swap_is_answered_with_a_card_only():
    state = lay(NOTHING, PIG_BUT_YOUNG, phase="swap")
    for text in ("swap", "DOG.B1>A"):
        with pytest.raises(IllegalMoveError, match="A swap is going on"):
            play(state, 0, text)
