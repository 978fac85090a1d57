"""The pack and the options of Family Favourites (3.1, 3.2)."""

import pytest

from games.engine.card_sets import cards_of
from games.engine.errors import BadOptionsError
from games.rules.family_favourites.cards import CALLED, MATCHES, PACK, POINTS, points_of
from games.rules.family_favourites.game import RULESET

# The table of 3.1: letter, subjects, copies, points.
TABLE = [("R", 5, 2, 30), ("U", 4, 2, 20), ("G", 4, 2, 20), ("W", 3, 2, 12), ("K", 4, 2, 20)]


def test_the_pack_is_the_one_of_the_sheet():
    assert len(PACK) == 44
    assert sum(POINTS) == 162
    for letter, subjects, copies, points in TABLE:
        pictures = [picture for picture in PACK.pictures if picture.group == letter]
        assert [each.code for each in pictures] == [f"{letter}{n}" for n in range(1, subjects + 1)]
        assert {each.copies for each in pictures} == {copies}
        assert sum(each.value * each.copies for each in pictures) == points
    joker = PACK.pictures[-1]
    assert (joker.code, joker.copies, joker.value) == ("J", 4, 15)


def test_3_7_1_each_set_is_numbered_from_one():
    numbers = [picture.code[1:] for picture in PACK.pictures]
    assert [numbers.count(number) for number in "12345"] == [5, 5, 5, 4, 1]


def test_only_the_tortoise_has_a_name_of_its_own():
    named = [picture.code for picture in PACK.pictures if not picture.name[-1].isdigit()]
    assert named == ["K1", "J"]


@pytest.mark.parametrize(("call", "count"), [("cat", 8), ("dog", 18)])
def test_3_7_2_both_sets_of_dogs_are_dogs(call, count):
    animals = {code for code in PACK.codes(cards_of(CALLED[call])) if code != "J"}
    assert {code[0] for code in animals} == ({"G"} if call == "cat" else {"R", "U"})
    assert CALLED[call].bit_count() == count + 4


def test_3_7_15_on_every_card_and_every_call_at_least_eleven_others_fit():
    assert min(fitting.bit_count() - 1 for fitting in MATCHES) >= 11
    assert (MATCHES[PACK.first("R5")].bit_count() - 1, CALLED["cat"].bit_count() - 1) == (13, 11)


def test_a_hand_counts_its_numbers_and_fifteen_for_a_joker():
    assert points_of(sum(1 << PACK.first(code) for code in ("R5", "J", "W3"))) == 23
    assert points_of((1 << 44) - 1) == 162


def test_a_game_has_two_to_six_seats():
    assert list(RULESET.seat_counts) == [2, 3, 4, 5, 6]


def test_cards_are_numbered_as_lists_are_shown():
    assert list(PACK.code_of)[:4] == ["R1", "R1", "R2", "R2"]
    assert [picture.group for picture in PACK.pictures] == [*"RRRRRUUUUGGGGWWWKKKKJ"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("hands", value) for value in (0, 101, "six", None)),
        *(("turn_cap", value) for value in (-1, 100_001, 2.5)),
        *(("first_seat", value) for value in (3, -1)),
        ("limit", 100),
    ],
)
def test_a_bad_option_is_refused_with_a_pointer_to_it(option, value):
    with pytest.raises(BadOptionsError) as refusal:
        RULESET.parse_options({option: value}, 3)
    assert refusal.value.pointer == f"/{option}"


def test_the_options_have_defaults():
    options = RULESET.parse_options({}, 2)
    assert (options.hands, options.turn_cap, options.first_seat) == (6, 5_000, 0)
