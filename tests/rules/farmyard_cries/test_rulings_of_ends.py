"""The rulings on sets, races and ends (2.8.19 to 2.8.30), each by its number, and refusals."""

import re

import pytest

from games.engine.errors import BadOptionsError, IllegalMoveError
from games.engine.seats import Seat
from games.rules.farmyard_cries.game import RULESET
from tests.rules.farmyard_cries.table import (
    HEN,
    NOTHING,
    NOTHING_MORE,
    PIG,
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
