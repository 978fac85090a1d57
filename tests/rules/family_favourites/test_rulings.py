"""The rulings of 3.7, one by one, and the cap of rules.md 5."""

import random
import re

import pytest

from games.engine.chance import RandomChance
from games.engine.errors import IllegalMoveError
from games.engine.seats import Seat
from games.rules.family_favourites.game import RULESET
from games.rules.family_favourites.moves import EVERY_MOVE
from games.rules.family_favourites.state import NOBODY
from tests.rules.family_favourites.table import (
    lay,
    legal,
    outcome_of,
    pack_with,
    play,
    position_of,
    scripted,
    start,
    types_of,
)


def test_3_7_1_a_number_matches_the_same_number_of_any_set():
    assert legal(lay("R2 U2 G2 K2 R3 K4", "R1")) == ["R2", "U2", "G2", "K2"]


def test_3_7_2_brown_dogs_and_other_dogs_are_two_sets_but_for_a_call():
    assert legal(lay("U1 R1 G4", "R2", played="R3")) == ["R1"]
    assert legal(lay("U1 R1 G4", "R2", played="J", call="dog")) == ["R1", "U1"]


@pytest.mark.parametrize("first_seat", [0, 1, 2])
def test_3_7_3_the_first_seat_deals_and_the_seat_left_of_it_begins(first_seat):
    state = start(seats=3, first_seat=first_seat)
    assert (state.dealer, state.turn) == (first_seat, (first_seat + 1) % 3)


def test_3_7_3_the_deal_moves_left_and_six_hands_are_played_with_four_seats_too():
    state = start(seats=4)
    rng = random.Random(1)
    dealers = {state.round: state.dealer}
    while state.turn != NOBODY:
        moves = RULESET.legal_moves(state, state.turn)
        RULESET.advance(state, state.turn, rng.choice(moves), RandomChance(rng))
        dealers[state.round] = state.dealer
    assert dealers == {1: 0, 2: 1, 3: 2, 4: 3, 5: 0, 6: 1}


@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4])
def test_3_7_4_jokers_turned_up_go_to_the_bottom_in_their_order(jokers):
    state = start(seats=3, chance=pack_with(["J"] * jokers + ["K2", "K3"]))
    position = position_of(state)
    assert (position["played"], position["call"]) == (["K2"], None)
    assert position["draw_pile"][0] == "K3"
    assert position["draw_pile"][len(position["draw_pile"]) - jokers :] == ["J"] * jokers
    assert len(position["draw_pile"]) == 25
    assert RULESET.observe(state, None).buried == jokers


def test_3_7_4_buried_jokers_are_known_until_they_are_drawn_or_recycled():
    state = start(seats=3, chance=pack_with(["J", "J", "K2"]))
    state.draw_pile = state.draw_pile[:3]
    buried = []
    while state.draw_pile:
        buried.append(RULESET.observe(state, None).buried)
        state.draw(state.turn, state.draw_pile[-1])
    assert [*buried, RULESET.observe(state, None).buried] == [2, 2, 1, 0]
    state.recycle([0, 1, 2])
    assert RULESET.observe(state, None).buried == 0


def test_3_7_5_who_can_play_may_not_draw():
    state = lay("W1 R1", "R2")
    assert legal(state) == ["W1"]
    with pytest.raises(IllegalMoveError, match="can be played"):
        play(state, 0, "draw")


def test_3_7_6_a_joker_is_always_playable_and_so_has_to_be_played():
    assert legal(lay("J R1", "R2")) == ["J>cat", "J>dog"]


def test_3_7_7_a_drawn_card_ends_the_turn_even_if_it_fits():
    state = lay("R1", "U1", draw_pile="W3 R5")
    assert types_of(play(state, 0, "draw")) == ["CardDrawn"]
    assert (position_of(state)["hands"][0], state.turn) == (["R1", "W3"], 1)


def test_3_7_8_a_call_is_compulsory_and_cat_or_dog():
    joker_texts = [str(move) for move in EVERY_MOVE if str(move).startswith("J")]
    assert joker_texts == ["J>cat", "J>dog"]


def test_3_7_9_a_call_binds_every_following_seat_until_it_is_met():
    state = lay("J W1", "W2 W3", "W1 K1", "G1 K2")
    play(state, 0, "J>cat")
    for seat in (1, 2):
        assert legal(state, seat) == ["draw"]
        play(state, seat, "draw")
    assert (state.call, legal(state, 3)) == ("cat", ["G1"])
    play(state, 3, "G1")
    assert state.call is None


def test_3_7_10_after_a_failure_still_only_the_called_animal_does():
    state = lay("R1", "U1 K2", "W1", played="J", call="cat")
    play(state, 0, "draw")
    with pytest.raises(IllegalMoveError, match=r"A cat was called\."):
        play(state, 1, "U1")


def test_3_7_11_a_joker_on_a_joker_replaces_the_call():
    state = lay("J W1", "G1 R1", played="J", call="cat")
    play(state, 0, "J>dog")
    assert (state.call, legal(state, 1)) == ("dog", ["R1"])


def test_3_7_12_after_the_call_is_met_that_card_is_matched():
    state = lay("U2 W1", "R3 R2 U4 G2 K1", played="J", call="dog")
    play(state, 0, "U2")
    assert legal(state, 1) == ["R2", "U4", "G2"]


@pytest.mark.parametrize("text", ["J>cat", "J>dog"])
def test_3_7_13_a_joker_goes_out_with_either_call(text):
    state = lay("J", "R5", options={"hands": 1})
    assert legal(state) == ["J>cat", "J>dog"]
    played, ended = play(state, 0, text)
    assert (played.call, ended.out, ended.points) == (text[2:], 0, (0, 5))
    assert outcome_of(state).winners == (0,)


def test_3_7_14_the_played_cards_but_the_top_are_recycled_when_a_card_is_needed():
    state = lay("R1 U3", "R5", played="W2 K2 J G2", draw_pile="K4")
    assert types_of(play(state, 0, "draw")) == ["CardDrawn"]
    assert position_of(state)["draw_pile"] == []
    events = play(state, 1, "draw", scripted("J G2 K2"))
    assert types_of(events) == ["PileRecycled", "CardDrawn"]
    position = position_of(state)
    assert (position["played"], position["draw_pile"]) == (["W2"], ["G2", "K2"])
    assert position["hands"][1] == ["R5", "J"]
    assert RULESET.shuffles(state) == 1


def test_3_7_14_a_joker_on_top_stays_with_its_call():
    state = lay("R1 U3", "R5", played="J G2 J", call="cat", draw_pile="")
    play(state, 0, "draw", scripted("G2 J"))
    assert (position_of(state)["played"], state.call) == (["J"], "cat")


def test_3_7_15_who_finds_nothing_to_draw_passes():
    state = lay("R1 U3", "R5", "K2", draw_pile="")
    assert legal(state) == ["pass"]
    with pytest.raises(IllegalMoveError, match="no card to draw"):
        play(state, 0, "draw")
    assert types_of(play(state, 0, "pass")) == ["TurnPassed"]
    assert (state.passes, state.turn) == (1, 1)
    play(state, 1, "pass")
    assert state.passes == 2
    state = lay("W1 W3", "W2 G1", passes=1, draw_pile="")
    play(state, 0, "W1")
    assert state.passes == 0


@pytest.mark.parametrize("first", [0, 1, 2])
def test_3_7_16_a_full_circle_of_passes_ends_the_hand_and_everybody_counts(first):
    state = lay("R1", "R5", "J", played="J", call="cat", draw_pile="", turn=first)
    state.hands[2] = 1 << 4  # A joker could be played; three cards that cannot.
    for step in range(2):
        play(state, (first + step) % 3, "pass")
    passed, ended, dealt = play(state, (first + 2) % 3, "pass")
    assert passed.type == "TurnPassed"
    assert (ended.out, ended.points) == (None, (1, 5, 3))
    assert (dealt.round, dealt.dealer, state.passes) == (2, 1, 0)


def test_3_7_17_drawing_the_last_card_changes_nothing():
    state = lay("R1 U3", "R5", played="W2 K2", draw_pile="G1")
    assert types_of(play(state, 0, "draw")) == ["CardDrawn"]
    assert position_of(state)["played"] == ["W2", "K2"]


def test_3_7_18_who_goes_out_counts_nothing():
    state = lay("W1", "R5 J W3", "K1", totals=[3, 4, 5])
    ended = play(state, 0, "W1")[1]
    assert (ended.points, ended.totals) == ((0, 23, 1), (3, 27, 6))


@pytest.mark.parametrize(("hands", "over"), [(1, True), (2, False)])
def test_3_7_19_the_option_hands_says_how_many_are_played(hands, over):
    state = lay("W1", "R5", options={"hands": hands})
    events = play(state, 0, "W1")
    assert types_of(events)[1:] == ["RoundEnded", *([] if over else ["RoundDealt"])]
    assert (RULESET.outcome(state) is not None) == over
    assert (RULESET.decisions(state) == []) == over


def test_3_7_20_ties_share():
    state = lay("W3", "W1 R2", "J", hand=6, totals=[9, 6, 30])
    play(state, 0, "W3")
    outcome = outcome_of(state)
    assert (outcome.winners, outcome.losers, outcome.scores) == ((0, 1), (2,), (9, 9, 45))


def test_3_7_20_a_seat_that_resigned_cannot_win():
    state = lay("W3", "W1 R2", "J", hand=6, totals=[9, 6, 30])
    play(state, 0, "W3")
    assert outcome_of(state, 0, 1).winners == (2,)
    assert outcome_of(state, 0, 1, 2).winners == ()


def test_3_7_21_twins_match_each_other_and_give_one_move():
    state = lay("R3 R3 K4", "R5", played="K3", draw_pile="W1")
    assert legal(state) == ["R3", "K4"]
    [played] = play(state, 0, "R3")
    assert played.card % 2 == 0  # The lowest of two twins is played (0.1).
    assert legal(lay("R3 K4", "R5", played="R3")) == ["R3"]


def test_3_7_22_one_card_a_turn_and_always_to_the_left():
    state = lay("W1 W3", "W2 G1", "K1 K2")
    for seat, text in ((0, "W1"), (1, "W2"), (2, "K2")):
        assert state.turn == seat
        assert types_of(play(state, seat, text)) == ["CardPlayed"]
    assert state.turn == 0


@pytest.mark.parametrize(
    ("text", "hand", "left"), [("W1", "W1 R2", 2), ("draw", "R1", 4), ("pass", "R1", 1)]
)
def test_at_the_cap_a_hand_ends_as_blocked_by_a_play_a_draw_or_a_pass(text, hand, left):
    # rules.md 5
    pile = "" if text == "pass" else "K3"
    state = lay(hand, "R5", draw_pile=pile, turns=6, options={"turn_cap": 7})
    _, ended, dealt = play(state, 0, text)
    assert (ended.out, ended.points, dealt.round) == (None, (left, 5), 2)
    assert state.turns == 0


def test_at_the_cap_a_last_card_still_goes_out():
    state = lay("W1", "R5", turns=6, options={"turn_cap": 7, "hands": 1})
    assert play(state, 0, "W1")[1].out == 0


def test_without_a_cap_a_hand_goes_on():
    state = lay("W1 W3", "R5", turns=9_999, options={"turn_cap": 0})
    assert types_of(play(state, 0, "W1")) == ["CardPlayed"]


@pytest.mark.parametrize(
    ("hand", "move"), [("W3 R2", "R2"), ("J K1", "J>cat"), ("K1", "draw"), ("W1 W3", "W1")]
)
def test_the_default_move_is_the_first_legal_one(hand, move):
    # rules.md 5
    assert str(RULESET.default_move(lay(hand, "R1"), Seat(0))) == move


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        (1, "W1", "It is not this seat's turn."),
        (0, "W3", "That card is not in your hand."),
        (0, "J>cat", "That card is not in your hand."),
        (0, "R1", "It has neither the colour nor the number of the top card."),
        (0, "draw", "There is a card in your hand that can be played."),
        (0, "pass", "There is a card in your hand that can be played."),
    ],
)
def test_a_refusal_has_a_public_reason(seat, text, reason):
    state = lay("W1 R1", "W3")
    with pytest.raises(IllegalMoveError, match=re.escape(reason)):
        play(state, seat, text)
    with pytest.raises(IllegalMoveError, match=re.escape(reason)):
        RULESET.advance(state, Seat(seat), RULESET.parse_move(text), scripted())


def test_who_can_draw_may_not_pass():
    with pytest.raises(IllegalMoveError, match=r"There is a card to draw\."):
        play(lay("R1", "R2"), 0, "pass")


def test_a_game_that_is_over_owes_nothing_and_accepts_nothing():
    state = lay("W1", "R5", options={"hands": 1})
    play(state, 0, "W1")
    assert [legal(state, seat) for seat in range(2)] == [[], []]
    with pytest.raises(IllegalMoveError, match=r"The game is over\."):
        play(state, 1, "draw")


def test_each_turn_is_a_new_decision():
    state = lay("W1 W3", "R5")
    [before] = RULESET.decisions(state)
    play(state, 0, "W1")
    [after] = RULESET.decisions(state)
    assert (after.seat, after.kind, after.opened) == (1, "turn", before.opened + 1)
