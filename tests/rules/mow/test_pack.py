from games.engine.card_sets import cards_of, mask_of
from games.rules.mow.cards import FLIES, NUMBER, PACK, SPECIALS, flies_of, points_of
from games.rules.mow.game import RULESET

# The table of 1.1: numbers, flies each, how many cards.
TABLE = [
    ("plain", range(1, 16), 0, 15),
    ("plain", range(2, 15), 1, 13),
    ("plain", range(3, 14), 2, 11),
    ("plain", range(7, 10), 3, 3),
]


def test_the_pack_is_the_one_of_the_sheet():
    assert len(PACK) == 48
    assert sum(FLIES) == 74
    for group, numbers, flies, count in TABLE:
        cards = [p for p in PACK.pictures if p.group == group and p.value == flies]
        assert [p.code for p in cards] == [f"{number}.{flies}" for number in numbers]
        assert len(cards) == count


def test_the_specials_are_numbered_0_16_7_9_and_two_have_no_number():
    # 1.9.1
    specials = cards_of(SPECIALS)
    assert PACK.codes(specials) == ["B0", "B16", "A7", "A9", "S", "S"]
    assert [NUMBER[card] for card in specials] == [0, 16, 7, 9, -1, -1]
    assert {FLIES[card] for card in specials} == {5}


def test_a_game_has_two_to_five_seats():
    # 1.9.2
    assert list(RULESET.seat_counts) == [2, 3, 4, 5]


def test_cards_are_numbered_as_lists_are_shown():
    assert list(PACK.code_of)[:8] == ["1.0", "2.0", "2.1", "3.0", "3.1", "3.2", "4.0", "4.1"]
    assert list(PACK.code_of)[-8:] == ["14.1", "15.0", "B0", "B16", "A7", "A9", "S", "S"]


def test_a_set_of_cards_counts_its_flies():
    everything = mask_of(PACK.cards())
    assert flies_of(everything) == 74
    assert flies_of(mask_of([PACK.first("7.3"), PACK.first("S"), PACK.first("1.0")])) == 8


def test_a_stable_with_all_specials_counts_nothing():
    # 1.9.31
    assert points_of(SPECIALS | mask_of([PACK.first("8.3")])) == 0
    five_of_six = SPECIALS ^ mask_of([PACK.first("B0")])
    assert points_of(five_of_six) == 25
