"""The rulings of 4.7, one by one, and the cap of rules.md 5."""

import random

import pytest

from games.engine.errors import IllegalMoveError
from games.engine.outcome import EndReason
from games.engine.seats import Seat
from games.rules.tortoise.game import RULESET
from tests.rules.tortoise.table import (
    draw,
    hands_of,
    lay,
    open_deal,
    outcome_of,
    play_out,
    scripted,
    seats_in,
    start,
    told,
)


def test_4_7_1_the_left_neighbour_draws_and_offers_next():
    state = lay("R1 U1 K1", "R1 G1", "U1 G1", offerer=0)
    assert seats_in(state) == (0, 1)
    for seat in (0, 2):
        assert RULESET.legal_moves(state, Seat(seat)) == []
        with pytest.raises(IllegalMoveError, match="not this seat's turn"):
            RULESET.decide(state, Seat(seat), RULESET.parse_move("draw:0"), scripted())
    draw(state, 1)
    assert seats_in(state) == (1, 2)


@pytest.mark.parametrize("dealer", range(3))
def test_4_7_2_the_seat_left_of_the_dealer_offers_first(dealer):
    hands = ("R1 U1 K1", "R1 G1", "U1 G1")
    state = lay(*hands, dealer=dealer)
    open_deal(state)
    assert seats_in(state) == ((dealer + 1) % 3, (dealer + 2) % 3)


def test_4_7_3_a_single_card_is_handed_on_at_once():
    state = lay("R1 U1", "G1 W1 K1", "R1 U1 G1 W1", offerer=0)
    events = draw(state, 0)
    assert told(events)[:2] == ["CardDrawn 1 R1", "CardHandedOn 0 U1"]
    assert hands_of(state)[:2] == [[], ["G1", "K1", "R1", "U1", "W1"]]


def test_4_7_3_the_throw_out_can_leave_a_single_card_too():
    state = lay("R1 R1 U1", "G1 W1 K1", "U1 G1 W1")
    events = open_deal(state)
    assert told(events)[:2] == ["PairsThrown 0 R1 R1", "CardHandedOn 0 U1"]
    assert seats_in(state) == (1, 2)


def test_4_7_4_after_a_draw_the_offerer_hands_on_first():
    state = lay("R1 G1", "G1 U1 K1", "R1 U1", offerer=2)
    events = draw(state, 0)
    assert told(events)[:3] == ["CardDrawn 0 R1", "PairsThrown 0 R1 R1", "CardHandedOn 2 U1"]
    assert hands_of(state) == [["G1", "U1"], ["G1", "K1", "U1"], []]


def test_4_7_4_after_the_deal_the_seat_left_of_the_dealer_hands_on_first():
    hands = ("R1", "U1 G1 K1", "R2", "U1 G1 R1 R2")
    firsts = []
    for dealer in (0, 3):
        state = lay(*hands, dealer=dealer)
        firsts.append(told(open_deal(state))[0])
    assert firsts == ["CardHandedOn 2 R2", "CardHandedOn 0 R1"]


def test_4_7_5_the_receiver_is_the_first_on_the_left_with_cards_and_may_hold_one():
    state = lay("R1", "", "U1", "R1 U1 G1 K1", "G1 W1 R2", "W1 R2")
    events = open_deal(state)
    assert told(events)[:-1] == ["CardHandedOn 0 R1"]
    assert events[0].receiver == 2
    assert state.out == [1, 0]
    # Seat 2 held one card and keeps two now.
    assert hands_of(state)[2] == ["R1", "U1"]


def test_4_7_6_a_receiver_reduced_to_one_card_hands_on_too():
    state = lay("R1", "R1 U1", "U1 G1 W1 K1", "G1 W1")
    assert told(open_deal(state))[:4] == [
        "CardHandedOn 0 R1",
        "PairsThrown 1 R1 R1",
        "CardHandedOn 1 U1",
        "PairsThrown 2 U1 U1",
    ]
    assert state.out == [0, 1]


def test_4_7_7_two_single_cards_that_match_take_both_seats_out():
    state = lay("R1", "R1", "U1 G1 K1", "U1 G1")
    assert told(open_deal(state))[:2] == ["CardHandedOn 0 R1", "PairsThrown 1 R1 R1"]
    assert state.out == [0, 1]
    assert seats_in(state) == (2, 3)


def test_4_7_8_the_tortoise_is_handed_on_like_any_card():
    state = lay("K1", "R1 U1", "R1 U1")
    assert told(open_deal(state))[0] == "CardHandedOn 0 K1"
    assert hands_of(state)[1] == ["K1", "R1", "U1"]


def test_4_7_9_the_last_card_of_all_is_not_handed_on():
    alone = lay("R1 R1 K1", "U1 U1", "G1 G1")
    assert told(open_deal(alone)) == [
        "PairsThrown 0 R1 R1",
        "PairsThrown 1 U1 U1",
        "PairsThrown 2 G1 G1",
        "RoundEnded",
    ]
    assert (alone.loser, hands_of(alone)) == (0, [["K1"], [], []])


def test_4_7_10_seats_that_are_out_are_passed_over():
    state = lay("R1 U1 G1 K1", "", "R1 W1", "", "U1 G1 W1", offerer=0)
    assert seats_in(state) == (0, 2)
    draw(state, 0)
    # The drawer is reduced to W1, which goes past seat 3 to seat 4, the next offerer.
    assert state.out == [1, 3, 2]
    assert seats_in(state) == (4, 0)
    first = lay("", "R1 U1 K1", "R1 U1", dealer=2)
    open_deal(first)
    assert seats_in(first) == (1, 2)


def test_4_7_11_a_hand_on_does_not_change_the_order():
    state = lay("R1 U1 K1", "R1 G1 W1", "U1 W1 K2", "G1 K2 R2 U2", "R2 U2", offerer=0)
    draw(state, 1)
    assert seats_in(state) == (1, 2)
    state = lay("R1 U1 G1", "R1 W1", "U1 G1 K2 K1", "W1 K2", offerer=0)
    draw(state, 0)
    assert state.out == [1]
    assert seats_in(state) == (2, 3)


@pytest.mark.parametrize(("jokers", "left"), [(1, 1), (2, 0), (3, 1), (4, 0)])
def test_4_7_12_any_two_jokers_are_a_pair(jokers, left):
    state = lay("J " * jokers + "R1 U1 K1", "J " * (4 - jokers) + "R1 U1")
    open_deal(state)
    assert hands_of(state)[0].count("J") == left


def test_4_7_13_a_pair_is_thrown_out_without_asking():
    state = lay("R1 U1 K1", "R1 U1 G1", "G1 W1 R2", "W1 R2", offerer=0)
    assert told(draw(state, 0))[:2] == ["CardDrawn 1 R1", "PairsThrown 1 R1 R1"]
    assert [str(move) for move in RULESET.legal_moves(state, Seat(2))] == ["draw:0", "draw:1"]


def test_4_7_14_every_offer_has_a_fresh_order_which_the_position_drawn_indexes():
    state = lay("K1 R1 U1", "R1 G1 W1", "U1 G1 W1", offerer=0)
    events = draw(state, 0, scripted("G1 K1 W1 R1"))
    assert events[-1].shuffle()[0] == "offer"
    assert state.shuffles == 1
    assert told(draw(state, 1, scripted("W1 K1 G1 U1")))[0] == "CardDrawn 2 K1"


def test_4_7_14_the_order_follows_from_the_cards_and_the_chance_alone():
    orders = set()
    for hand in ("K1 R1 U1", "U1 K1 R1"):
        state = lay("U1 G1 W1", hand, "R1 G1 W1", dealer=0)
        orders.add(tuple(open_deal(state)[-1].cards))
    assert len(orders) == 1


def test_4_7_15_a_game_can_be_over_at_the_deal():
    state = lay("K1", "R1", "R1")
    events = open_deal(state)
    assert events[-1].type == "RoundEnded"
    assert RULESET.decisions(state) == []
    assert outcome_of(state).losers == (state.loser,)


def test_4_7_16_only_the_loser_counts():
    state, _ = start(seats=4, seed=2)
    play_out(state, random.Random(2))
    outcome = outcome_of(state)
    assert outcome.losers == (state.loser,)
    assert len(outcome.winners) == 3
    assert outcome.scores == ()
    assert outcome.reason is EndReason.COMPLETED
    assert RULESET.scores(state) == ()
    assert sorted(state.out) == list(outcome.winners)


def test_4_7_16_a_seat_that_resigned_loses_beside_the_holder():
    state, _ = start(seats=4, seed=2)
    play_out(state, random.Random(2))
    resigned = (state.loser + 1) % 4
    assert outcome_of(state, resigned).losers == tuple(sorted([state.loser, resigned]))


def test_4_7_17_after_the_cap_the_holder_of_the_tortoise_loses():
    hands = ("R1 U1 K1", "R1 U1")
    state = lay(*hands, offerer=0, turns=6, options={"turn_cap": 8})
    swap = scripted("K1 R1 U1", "K1 R1 U1")
    draw(state, 2, swap)
    assert RULESET.outcome(state) is None
    events = draw(state, 0)
    assert [event.type for event in events] == ["CardDrawn", "RoundEnded"]
    assert events[-1].seen_by(None) == {"loser": 0, "capped": True}
    assert outcome_of(state).losers == (0,)
    assert RULESET.to_position(state)["offerer"] is None
    with pytest.raises(IllegalMoveError, match="over"):
        RULESET.decide(state, Seat(1), RULESET.parse_move("draw:0"), scripted())


def test_4_7_17_without_a_cap_the_game_goes_on():
    state = lay("R1 U1 K1", "R1 U1", offerer=0, turns=10_000, options={"turn_cap": 0})
    assert draw(state, 2)[-1].type == "HandOffered"


def test_4_7_17_the_cap_does_not_touch_a_game_that_ends_with_its_last_draw():
    state = lay("R1 K1", "R1 U1", "U1 G1 W1", "G1 W1", offerer=0, options={"turn_cap": 1})
    draw(state, 0)
    assert state.loser == next(s for s, hand in enumerate(hands_of(state)) if "K1" in hand)


def test_4_7_18_all_43_cards_are_in_play():
    _, events = start(seats=5)
    assert sorted(card for hand in events[0].hands for card in hand) == list(range(43))


def test_nobody_answers_and_the_first_card_is_drawn():
    # rules.md 5
    state = lay("R1 U1 K1", "R1 U1", offerer=0)
    assert str(RULESET.default_move(state, Seat(1))) == "draw:0"


def test_there_are_only_as_many_positions_as_cards():
    state = lay("R1 U1 K1", "R1 U1", offerer=0)
    assert [str(move) for move in RULESET.legal_moves(state, Seat(1))] == [
        "draw:0",
        "draw:1",
        "draw:2",
    ]
    with pytest.raises(IllegalMoveError, match="fewer cards"):
        RULESET.decide(state, Seat(1), RULESET.parse_move("draw:3"), scripted())
