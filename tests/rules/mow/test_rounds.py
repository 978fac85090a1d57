"""Deals, ends of rounds, scoring and the end of the game (1.4, 1.6, 1.7 and the rulings on them)."""

import pytest

from games.engine.errors import BadOptionsError, IllegalMoveError
from games.engine.seats import Seat
from games.rules.mow.game import RULESET
from tests.rules.mow.table import lay, legal, pack_in_order, play, start


@pytest.mark.parametrize("first_seat", [0, 1, 2])
def test_the_first_starter_is_the_first_seat_of_the_options(first_seat):
    # 1.9.3
    state = start(seats=3, first_seat=first_seat)
    assert (state.starter, state.turn) == (first_seat, first_seat)
    assert start(seats=3).starter == 0


def test_five_cards_go_round_one_at_a_time_from_the_starter():
    # 1.4
    state = lay(seats=2, hands=[["1.0"], []], herd=["6.1"], totals=[0, 9])
    play(state, 0, "take", pack_in_order())
    position = RULESET.to_position(state)
    assert position["starter"] == 1
    assert position["hands"][1] == ["1.0", "2.1", "3.1", "4.0", "4.2"]
    assert position["hands"][0] == ["2.0", "3.0", "3.2", "4.1", "5.0"]
    assert position["deck"][:2] == ["5.1", "5.2"]
    assert len(position["deck"]) == 38


@pytest.mark.parametrize(
    ("totals", "old_starter", "starter"),
    [([9, 3, 9, 1], 0, 2), ([9, 3, 9, 1], 2, 0), ([9, 3, 9, 1], 3, 0), ([9, 9, 9, 9], 1, 2)],
)
def test_of_several_with_most_flies_the_first_left_of_the_old_starter_starts(
    totals, old_starter, starter
):
    # 1.9.4
    state = lay(seats=4, hands=[[]] * 4, herd=["6.0"], totals=totals, starter=old_starter, turn=3)
    play(state, 3, "take", pack_in_order())
    assert (state.starter, state.turn) == (starter, starter)


def test_most_flies_means_the_running_total():
    # 1.9.5
    state = lay(hands=[[], [], []], herd=["6.2"], totals=[0, 3, 0])
    play(state, 0, "take", pack_in_order())
    assert (state.totals, state.starter) == ([2, 3, 0], 1)


def test_each_round_starts_with_the_arrow_to_the_left():
    # 1.9.6
    state = lay(hands=[[], [], []], herd=["6.0"], arrow="R")
    play(state, 0, "take", pack_in_order())
    assert (state.arrow, state.round, state.opening) == ("L", 2, False)


def test_a_take_with_an_empty_deck_ends_the_round():
    # 1.9.27
    state = lay(hands=[["2.0"], [], []], herd=["6.1"])
    events = play(state, 0, "take", pack_in_order())
    assert [event.type for event in events] == ["HerdTaken", "RoundEnded", "RoundDealt"]


def test_the_herd_opened_with_the_last_card_of_the_deck_is_the_last():
    # 1.9.28
    state = lay(hands=[["2.0"], ["3.0"], []], herd=["6.1"], deck=["9.0"])
    play(state, 0, "take")
    assert [event.type for event in play(state, 0, "2.0")] == ["CowPlayed", "CardDrawn"]
    assert "RoundEnded" in [event.type for event in play(state, 1, "take", pack_in_order())]


def test_a_seat_without_cards_has_to_send_take():
    # 1.9.29
    state = lay(hands=[[], ["3.0"], []], herd=["6.1"])
    assert legal(state) == ["take"]
    assert [decision.kind for decision in RULESET.decisions(state)] == ["turn"]


def test_cards_left_in_hand_count():
    # 1.9.30
    state = lay(hands=[["7.3"], ["8.2", "S"], []], herd=["6.1"], options={"limit": 5})
    play(state, 0, "take")
    assert state.totals == [4, 7, 0]
    assert [stable.bit_count() for stable in state.stables] == [2, 2, 0]
    assert state.hands == [[], [], []]


def test_all_six_specials_wipe_one_seat_and_one_round_only():
    # 1.9.31
    hands = [["S", "S"], ["7.3"], ["8.3"]]
    stables = [["B0", "B16", "A9"], ["9.3"], []]
    state = lay(hands=hands, stables=stables, herd=["7.1^A7"], totals=[50, 0, 0])
    play(state, 0, "take", pack_in_order())
    assert state.totals == [50, 6, 3]


def test_five_specials_wipe_nothing():
    # 1.9.31
    state = lay(hands=[["S", "S"], [], []], stables=[["B0", "B16", "A9"], [], []], herd=["7.1"])
    play(state, 0, "take", pack_in_order())
    assert state.totals == [26, 0, 0]


@pytest.mark.parametrize(("limit", "over"), [(5, True), (6, False), (7, False)])
def test_the_game_ends_above_the_limit_and_not_at_it(limit, over):
    # 1.9.32
    state = lay(hands=[[], [], []], herd=["6.1"], totals=[5, 0, 0], options={"limit": limit})
    play(state, 0, "take", pack_in_order())
    outcome = RULESET.outcome(state)
    assert (outcome is not None) == over
    assert (RULESET.decisions(state) == []) == over
    assert (RULESET.to_position(state)["turn"] is None) == over


def test_totals_are_looked_at_when_a_round_ends_only():
    # 1.9.32
    state = lay(hands=[["2.0"], [], []], herd=["6.2"], deck=["9.0"], options={"limit": 1})
    play(state, 0, "take")
    assert RULESET.outcome(state) is None


def test_seats_with_equally_few_flies_win_together():
    # 1.9.33
    state = lay(hands=[[], [], ["9.0"]], herd=["6.1"], totals=[100, 60, 60])
    play(state, 0, "take")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.losers, outcome.scores) == ((1, 2), (0,), (101, 60, 60))


def test_a_seat_that_resigned_cannot_win():
    state = lay(hands=[[], [], []], herd=["6.1"], totals=[100, 60, 70])
    play(state, 0, "take")
    outcome = RULESET.outcome(state, resigned=[Seat(1)])
    assert outcome is not None
    assert (outcome.winners, outcome.losers) == ((2,), (0, 1))
    everybody = RULESET.outcome(state, resigned=[Seat(0), Seat(1), Seat(2)])
    assert everybody is not None
    assert everybody.winners == ()


def test_a_game_that_is_over_owes_nothing_and_accepts_nothing():
    state = lay(hands=[[], [], []], herd=["6.1"], totals=[100, 60, 70])
    play(state, 0, "take")
    assert [legal(state, seat) for seat in range(3)] == [[], [], []]
    with pytest.raises(IllegalMoveError, match=r"The game is over\."):
        play(state, 1, "take")


def test_a_new_obligation_has_a_new_number_and_only_that():
    state = lay(hands=[["2.0", "A9"], ["9.0"], []], herd=["6.1"], deck=["1.0", "3.0"])
    first = RULESET.decisions(state)
    assert [(owed.seat, owed.kind) for owed in first] == [(0, "turn")]
    play(state, 0, "take")
    second = RULESET.decisions(state)
    assert [(owed.seat, owed.kind) for owed in second] == [(0, "open")]
    assert second[0].opened == first[0].opened + 1
    play(state, 0, "2.0")
    assert RULESET.decisions(state)[0].opened == second[0].opened + 1
    assert RULESET.decisions(state) == RULESET.decisions(state.copy())


def test_shuffles_are_counted():
    state = start(seats=3)
    assert RULESET.shuffles(state) == 1
    assert list(RULESET.scores(state)) == [0, 0, 0]


@pytest.mark.parametrize("limit", [0, -1, 1001, "many", None, 2.5])
def test_a_limit_out_of_range_is_refused(limit):
    with pytest.raises(BadOptionsError) as refusal:
        RULESET.parse_options({"limit": limit}, 3)
    assert refusal.value.pointer == "/limit"
