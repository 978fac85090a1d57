"""The pack and its sets (2.1)."""

from typing import Literal, get_args

import pytest

from games.engine.card_sets import cards_of, mask_of
from games.rules.farmyard_cries.cards import (
    GROUPS,
    PACK,
    GroupId,
    find_cries,
    find_set,
    winning_four,
)
from games.rules.farmyard_cries.game import RULESET

# The table of 2.1: value, Young, Where found, Breed.
TABLE = {
    "HEN": (10, 2, 2, 3),
    "DUK": (15, 2, 2, 2),
    "DOG": (20, 1, 2, 4),
    "SHP": (25, 1, 2, 2),
    "CAT": (30, 1, 1, 3),
    "COW": (40, 1, 1, 2),
    "PIG": (50, 1, 1, 1),
}


def test_the_pack_is_the_one_of_the_sheet():
    assert len(PACK) == 44
    codes = [
        f"{group}.{part}"
        for group, (_, young, where, breed) in TABLE.items()
        for part in [
            "M",
            *(f"Y{nth + 1}" for nth in range(young)),
            *(f"W{nth + 1}" for nth in range(where)),
            *(f"B{nth + 1}" for nth in range(breed)),
        ]
    ]
    assert [*PACK.code_of] == codes
    assert [picture.copies for picture in PACK.pictures] == [1] * 44
    assert all(picture.value == TABLE[picture.group][0] for picture in PACK.pictures)


def test_the_parts_of_the_pack_add_up():
    parts = [
        sum(mask.bit_count() for mask in part)
        for part in zip(*(group[2:] for group in GROUPS.values()), strict=True)
    ]
    assert parts == [7, 9, 11, 17]
    assert list(GROUPS) == list(TABLE) == list(get_args(GroupId))


def test_no_two_pictures_have_one_name():
    names = [picture.name for picture in PACK.pictures]
    assert len({*names}) == 44
    assert names[:3] == ["Hen: Mrs Cluck-Cluck", "Hen: Chick", "Hen: Egg"]


Held = Literal["set", "cry", "nothing"]


@pytest.mark.parametrize(
    ("hand", "held"),
    [
        ("DOG.M DOG.Y1 DOG.W1 DOG.W2 DOG.B1", "set"),
        ("DOG.M DOG.W1 DOG.W2 DOG.B1 DOG.B2", "cry"),
        ("DUK.M DUK.Y1 DUK.Y2 DUK.W1 DUK.W2", "nothing"),
        ("HEN.Y1 HEN.W1 HEN.B1 HEN.B2 HEN.B3", "nothing"),
        ("HEN.M DUK.Y1 HEN.W1 HEN.B1 COW.M", "cry"),
    ],
)
def test_what_is_a_set_and_what_may_be_cried(hand: str, held: Held):
    # FAR-16
    cards = mask_of(PACK.first(code) for code in hand.split())
    group = hand[:3]
    assert (find_set(cards) == GROUPS[group]) is (held == "set")
    may_cry = [one.id for one in find_cries(cards)]
    assert may_cry == ([] if held == "nothing" else ["HEN" if group == "HEN" else "DOG"])


def test_the_winning_four_are_the_lowest_of_each_part():
    # 2.8.29
    hand = mask_of(PACK.cards())
    for group in GROUPS.values():
        four = PACK.codes(winning_four(hand, group))
        assert four == [f"{group.id}.{part}" for part in ("M", "Y1", "W1", "B1")]


def test_a_mask_and_its_cards_are_the_same():
    assert cards_of(mask_of([43, 0, 7])) == [0, 7, 43]


def test_the_options_and_their_bounds_are_told():
    options = RULESET.parse_options({}, 2)
    assert (options.target, options.tie, options.turn_cap, options.first_seat) == (
        *(60, "race", 5000),
        0,
    )
