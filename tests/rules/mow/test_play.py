"""What may be played (1.5 and the rulings on it)."""

import re

import pytest

from games.engine.chance import CodedChance
from games.engine.errors import IllegalMoveError
from games.engine.seats import Seat
from games.rules.mow.cards import PACK
from games.rules.mow.events import CowPlayed
from games.rules.mow.game import RULESET
from tests.rules.mow.table import lay, lay_hand, legal, play


def test_an_equal_number_never_fits():
    # 1.9.7
    assert legal(lay_hand("7.0", "6.0", "8.0", herd=["7.2"])) == ["6.0", "8.0", "take"]


def test_a_blocker_may_open_and_shuts_its_own_end():
    # 1.9.8
    state = lay_hand("2.0", "15.0", "B16", herd=[])
    assert legal(state) == ["2.0", "15.0", "B16>L", "B16>R"]
    after = lay_hand("2.0", "15.0", "B0", herd=["B16"])
    assert legal(after) == ["2.0", "15.0", "B0>L", "B0>R", "take"]


@pytest.mark.parametrize(
    ("blocker", "herd"), [("B0", ["B0", "3.0", "5.0"]), ("B16", ["3.0", "5.0", "B16"])]
)
def test_a_blocker_is_the_number_0_or_16_and_nothing_else(blocker, herd):
    # 1.9.9
    state = lay_hand(blocker, herd=["3.0", "5.0"])
    play(state, 0, f"{blocker}>L")
    assert RULESET.to_position(state)["herd"] == herd


def test_between_both_blockers_only_acrobats_and_slowpokes_fit():
    # 1.9.10
    herd = ["B0", "7.1", "B16"]
    assert legal(lay_hand("2.0", "15.0", "8.3", herd=herd)) == ["take"]
    state = lay_hand("A7", "S", herd=herd)
    assert legal(state)[:2] == ["A7>L", "A7>R"]
    assert "S@1>L" in legal(state)


def test_an_acrobat_needs_the_plain_cow_of_its_number():
    # 1.9.11, 1.9.13
    assert legal(lay_hand("A7", "A9", herd=["7.1", "8.0"])) == ["A7>L", "A7>R", "take"]
    assert legal(lay_hand("A7", "A9")) == []
    assert legal(lay_hand("A7", herd=["6.0", "S@7", "8.0"])) == ["take"]
    assert legal(lay_hand("A7", "A9", herd=["B0", "B16"])) == ["take"]


def test_an_acrobat_changes_neither_the_ends_nor_the_gaps():
    # 1.9.12
    state = lay_hand("7.0", "6.0", "9.0", "S", herd=["7.1^A7", "8.0"])
    assert legal(state) == ["6.0", "9.0", "take"]


def test_a_slowpoke_stands_for_any_number_missing_in_a_gap_of_any_width():
    # 1.9.14, 1.9.16
    state = lay_hand("S", herd=["5.0", "9.0"])
    slots = ["S@6>L", "S@6>R", "S@7>L", "S@7>R", "S@8>L", "S@8>R"]
    assert legal(state) == [*slots, "take"]


def test_a_slowpoke_fills_one_number_and_a_second_may_follow():
    # 1.9.15
    state = lay_hand("S", herd=["5.0", "S@6", "8.0"])
    assert legal(state) == ["S@7>L", "S@7>R", "take"]
    assert legal(lay_hand("2.0", "S", herd=["5.0", "S@6", "7.0"])) == ["2.0", "take"]


def test_two_slowpokes_in_a_hand_give_each_move_once():
    # 0.2
    assert legal(lay_hand("S", "S", herd=["5.0", "7.0"])) == ["S@6>L", "S@6>R", "take"]


def test_the_gap_next_to_a_blocker_counts():
    # 1.9.17
    assert legal(lay_hand("S", herd=["B0", "2.0"], deck=["1.0"])) == ["S@1>L", "S@1>R", "take"]
    assert legal(lay_hand("S", herd=["14.0", "B16"])) == ["S@15>L", "S@15>R", "take"]


@pytest.mark.parametrize("herd", [[], ["7.0"], ["7.0", "8.0"], ["7.0^A7", "8.0"]])
def test_without_a_gap_there_is_no_place_for_a_slowpoke(herd):
    # 1.9.18
    assert legal(lay_hand("S", herd=herd)) == (["take"] if herd else [])


def test_both_acrobats_in_a_full_line_make_no_gap():
    # 1.9.19
    assert legal(lay_hand("S", herd=["7.0^A7", "8.0", "9.0^A9"])) == ["take"]


def test_the_arrow_is_part_of_the_play_and_the_draw_comes_after_it():
    # 1.9.20
    state = lay_hand("B0", "2.0", herd=["3.0"])
    events = play(state, 0, "B0>R")
    assert [event.type for event in events] == ["CowPlayed", "CardDrawn"]
    assert (state.arrow, state.turn) == ("R", 2)


@pytest.mark.parametrize(("arrow", "next_seat"), [("L", 1), ("R", 2)])
def test_opening_with_a_blocker_may_turn_the_arrow(arrow, next_seat):
    # 1.9.21
    state = lay_hand("B0")
    play(state, 0, f"B0>{arrow}")
    assert (state.arrow, state.turn) == (arrow, next_seat)


@pytest.mark.parametrize("arrow", ["L", "R"])
def test_with_two_seats_both_directions_are_offered(arrow):
    # 1.9.22
    state = lay(seats=2, hands=[["B0"], []], deck=["1.0"])
    assert legal(state) == ["B0>L", "B0>R"]
    play(state, 0, f"B0>{arrow}")
    assert state.turn == 1


def test_the_arrow_may_stay_and_a_plain_cow_leaves_it():
    # 1.9.23
    state = lay_hand("B0", herd=["3.0"], arrow="R")
    play(state, 0, "B0>R")
    assert (state.arrow, state.turn) == ("R", 2)
    plain = lay_hand("2.0", herd=["3.0"], arrow="R")
    play(plain, 0, "2.0")
    assert (plain.arrow, plain.turn) == ("R", 2)


def test_a_seat_that_can_play_may_take_all_the_same():
    # 1.9.24
    state = lay_hand("2.0", herd=["3.0"])
    assert legal(state) == ["2.0", "take"]
    play(state, 0, "take")
    assert state.stables[0].bit_count() == 1


def test_an_empty_herd_cannot_be_taken():
    # 1.9.25
    state = lay_hand("2.0")
    assert legal(state) == ["2.0"]
    with pytest.raises(IllegalMoveError):
        play(state, 0, "take")


def test_who_takes_opens_the_next_herd_if_the_deck_has_cards():
    # 1.9.26
    state = lay_hand("2.0", "A7", "S", "B16", herd=["7.0", "8.0"])
    play(state, 0, "take")
    assert (state.turn, state.opening) == (0, True)
    assert legal(state) == ["2.0", "B16>L", "B16>R"]
    play(state, 0, "2.0")
    assert (state.turn, state.opening, len(state.hands[0])) == (1, False, 4)


def test_the_lowest_of_two_twins_is_played():
    # 0.1
    state = lay_hand("S", "S", herd=["5.0", "7.0"], deck=[])
    [played] = play(state, 0, "S@6>L")
    assert isinstance(played, CowPlayed)
    assert played.card == PACK.first("S")
    assert state.hands[0] == [PACK.first("S") + 1]


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        (1, "3.0", "It is not this seat's turn."),
        (0, "3.0", "That card is not in your hand."),
        (0, "7.3", "That card is not in your hand."),
        (0, "8.0", "Its number is neither below the lowest nor above the highest."),
        (0, "A9>L", "No plain cow of its number is in the herd."),
        (0, "S@7>L", "That is no open slot of the herd."),
        (0, "B0>L", "That card is not in your hand."),
    ],
)
def test_a_refusal_has_a_public_reason(seat, text, reason):
    state = lay_hand("8.0", "A9", "S", herd=["7.0", "8.1"], stables=[[], ["3.0"], []])
    with pytest.raises(IllegalMoveError) as refusal:
        play(state, seat, text)
    assert refusal.value.reason == reason
    with pytest.raises(IllegalMoveError, match=re.escape(reason)):
        RULESET.advance(state, Seat(seat), RULESET.parse_move(text), CodedChance(PACK))


def test_a_slowpoke_that_is_not_held_is_refused():
    with pytest.raises(IllegalMoveError, match="no slowpoke in your hand"):
        play(lay_hand("2.0", herd=["5.0", "7.0"]), 0, "S@6>L")


@pytest.mark.parametrize(
    ("hand", "herd", "arrow", "move"),
    [
        (["B0", "2.0", "9.0"], ["3.0"], "L", "2.0"),
        (["B0", "A7"], ["7.0"], "R", "B0>R"),
        (["A7", "S"], ["7.0", "9.0"], "L", "A7>L"),
        (["A9"], ["7.0"], "L", "take"),
    ],
)
def test_the_default_move_is_the_first_play_without_turning_the_arrow(hand, herd, arrow, move):
    # rules.md 5
    state = lay_hand(*hand, herd=herd, arrow=arrow)
    assert str(RULESET.default_move(state, state.turn)) == move
