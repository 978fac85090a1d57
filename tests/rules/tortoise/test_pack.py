"""The pack and the deal (4.1, 4.2)."""

from collections import Counter

import pytest

from games.engine.errors import BadOptionsError
from games.rules.tortoise.cards import PACK, TORTOISE
from games.rules.tortoise.game import RULESET
from tests.rules.tortoise.table import start

SIZES = {
    2: [22, 21],
    3: [15, 14, 14],
    4: [11, 11, 11, 10],
    5: [9, 9, 9, 8, 8],
    6: [8, 7, 7, 7, 7, 7],
}


def test_the_pack_is_21_pairs_and_the_tortoise():
    copies = Counter(PACK.code_of)
    assert len(PACK) == 43
    assert copies.pop("K1") == 1
    assert copies.pop("J") == 4
    assert len(copies) == 19
    assert set(copies.values()) == {2}
    assert PACK.code_of[TORTOISE] == "K1"


def test_lists_in_the_order_of_the_pack_are_sorted_by_code():
    assert list(PACK.code_of) == sorted(PACK.code_of)


@pytest.mark.parametrize(
    ("seats", "dealer"), [(seats, dealer) for seats in SIZES for dealer in range(2)]
)
def test_all_cards_are_dealt_going_left_from_the_dealers_left(seats, dealer):
    _, events = start(seats=seats, first_seat=dealer)
    sizes = events[0].seen_by(None)["hand_sizes"]
    assert [sizes[(dealer + 1 + nth) % seats] for nth in range(seats)] == SIZES[seats]


def test_the_deal_records_its_shuffle():
    _, events = start(seats=3, first_seat=1)
    purpose, order = events[0].shuffle()
    assert purpose == "deal"
    assert sorted(order) == list(PACK.cards())
    assert [order[0], order[3]] == list(events[0].hands[2][:2])


def test_the_dealer_is_the_first_seat():
    state, _ = start(seats=4, first_seat=2)
    assert state.dealer == 2
    assert start(seats=4)[0].dealer == 0


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"turn_cap": -1}, "/turn_cap"),
        ({"turn_cap": "x"}, "/turn_cap"),
        ({"first_seat": 6}, "/first_seat"),
        ({"limit": 100}, "/limit"),
    ],
)
def test_a_bad_option_is_refused_with_a_pointer(options, pointer):
    with pytest.raises(BadOptionsError) as refused:
        RULESET.parse_options(options, 6)
    assert refused.value.pointer == pointer


def test_two_to_six_seats_can_play():
    # 4.2
    assert list(RULESET.seat_counts) == [2, 3, 4, 5, 6]
