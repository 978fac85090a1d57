"""Shuffles: what they depend on, that they are fair, and scripts of them."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import Pack, Picture
from games.engine.chance import (
    CodedChance,
    RandomChance,
    ScriptedChance,
    ScriptError,
    SecretChance,
    _Numbers,
)
from games.engine.seals import Seed

SECRET = bytes(range(32))
SEED = Seed(secret=SECRET, game=bytes(16))
OTHER = Seed(secret=SECRET[::-1], game=bytes(16))

KNOWN_ORDER = [6, 4, 2, 5, 7, 3, 1, 0]
"""Written down once: a change here would change the deals of games that are being played."""


@given(st.lists(st.integers(0, 60), unique=True), st.randoms(use_true_random=False))
def test_a_shuffle_depends_on_the_cards_and_not_on_how_they_lay(cards, rng):
    again = list(cards)
    rng.shuffle(again)
    order = SecretChance(SEED, 3).shuffle(cards, "deal")
    assert SecretChance(SEED, 3).shuffle(again, "deal") == order
    assert sorted(order) == sorted(cards)
    seeded = [RandomChance(random.Random(5)).shuffle(pile, "deal") for pile in (cards, again)]
    assert seeded[0] == seeded[1]


def test_the_same_facts_give_the_same_order_in_any_process():
    assert SecretChance(SEED, 0).shuffle(range(8), "deal") == KNOWN_ORDER


def test_purposes_counters_and_secrets_are_set_apart():
    orders = [
        SecretChance(SEED, 0).shuffle(range(48), "deal"),
        SecretChance(SEED, 0).shuffle(range(48), "recycle"),
        SecretChance(SEED, 1).shuffle(range(48), "deal"),
        SecretChance(OTHER, 0).shuffle(range(48), "deal"),
    ]
    assert len({tuple(order) for order in orders}) == len(orders)


def test_the_counter_rises_with_each_shuffle():
    one = SecretChance(SEED, 4)
    first, second = one.shuffle(range(48), "deal"), one.shuffle(range(48), "deal")
    assert first == SecretChance(SEED, 4).shuffle(range(48), "deal")
    assert second == SecretChance(SEED, 5).shuffle(range(48), "deal")


def test_words_beyond_the_last_multiple_are_rejected():
    numbers = _Numbers(SECRET, b"any")
    bound = 3
    numbers._words.extend([2**32 - 1, 7, 2**32 - 2, 2**32 - 1, 4])
    assert [numbers.below(bound), numbers.below(bound)] == [7 % 3, (2**32 - 2) % 3]
    assert list(numbers._words) == [2**32 - 1, 4]


def test_a_pile_of_none_or_one_stays():
    assert SecretChance(SEED, 0).shuffle([], "recycle") == []
    assert SecretChance(SEED, 0).shuffle([9], "recycle") == [9]


PACK = 52
PLACES = ((0, 1), (25, 26), (0, 51))
"""Pairs of places whose cards are counted together."""


def chi_square_bound(degrees: int) -> float:
    """Return what a chi-square of so many degrees passes once in ten thousand times.

    The approximation by Wilson and Hilferty; exact to a per mille from ten degrees on.
    """
    part = 2 / (9 * degrees)
    return float(degrees * (1 - part + 3.719 * part**0.5) ** 3)


def chi_square(counts: Counter[tuple[int, int]], cells: int, drawn: int) -> float:
    """Return how far counts are from even, over so many cells."""
    expected = drawn / cells
    missing = (cells - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


# The secret is fixed, so the tests give the same figures always.
@pytest.mark.parametrize("shuffles", [6_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_every_card_lies_everywhere_and_beside_every_other_equally_often(shuffles):
    """F49: places and pairs of 52 cards."""
    places, pairs = Counter[tuple[int, int]](), [Counter[tuple[int, int]]() for _ in PLACES]
    for counter in range(shuffles):
        order = SecretChance(SEED, counter).shuffle(range(PACK), "deal")
        places.update(enumerate(order))
        for counts, (one, other) in zip(pairs, PLACES, strict=True):
            counts[order[one], order[other]] += 1
    assert chi_square(places, PACK**2, shuffles * PACK) < chi_square_bound((PACK - 1) ** 2)
    for counts in pairs:
        cells = PACK * (PACK - 1)
        assert chi_square(counts, cells, shuffles) < chi_square_bound(cells - 1)


def test_the_bound_finds_a_shuffle_that_is_not_even():
    """The naive shuffle, which swaps each place with any: what is asserted above can fail."""
    shuffles, places = 6_000, Counter[tuple[int, int]]()
    rng = random.Random(5)
    for _ in range(shuffles):
        order = list(range(PACK))
        for place in range(PACK):
            other = rng.randrange(PACK)
            order[place], order[other] = order[other], order[place]
        places.update(enumerate(order))
    assert chi_square(places, PACK**2, shuffles * PACK) > chi_square_bound((PACK - 1) ** 2)


@pytest.mark.slow
def test_every_order_of_four_cards_comes_equally_often():
    shuffles = 200_000
    orders = Counter(
        tuple(SecretChance(SEED, counter).shuffle(range(4), "offer")) for counter in range(shuffles)
    )
    expected = shuffles / 24
    assert sum((c - expected) ** 2 / expected for c in orders.values()) < chi_square_bound(23)


TWINS = Pack(
    [
        Picture(code="X", name="X", group="any", value=0),
        Picture(code="T", name="T", group="any", value=0, copies=3),
    ]
)


def test_a_script_is_followed_in_its_order():
    chance = ScriptedChance([[2, 0, 1]])
    chance.add([5, 4])
    assert chance.left() == 2
    assert chance.shuffle([0, 1, 2], "deal") == [2, 0, 1]
    assert chance.shuffle([4, 5], "recycle") == [5, 4]
    assert chance.left() == 0


def test_a_script_of_codes_takes_twins_from_the_lowest_up():
    chance = CodedChance(TWINS, [["T", "X", "T"]])
    chance.add(["T"])
    assert chance.left() == 2
    assert chance.shuffle([3, 0, 1], "deal") == [1, 0, 3]
    assert chance.shuffle([2], "recycle") == [2]


@pytest.mark.parametrize("chance", [ScriptedChance([[0, 1]]), CodedChance(TWINS, [["X", "T"]])])
def test_a_script_of_other_cards_is_an_error(chance):
    with pytest.raises(ScriptError, match="not of the deal's cards"):
        chance.shuffle([1, 2], "deal")


@pytest.mark.parametrize("chance", [ScriptedChance([]), CodedChance(TWINS)])
def test_a_shuffle_beyond_the_script_is_an_error(chance):
    with pytest.raises(ScriptError, match=r"a shuffle \(offer, 2 cards\) is not in the script"):
        chance.shuffle([1, 2], "offer")
