"""How unusual signs are: by the account's own baseline, and not by how many there are."""

import random

import pytest

from games.engine.registry import discover, find_ruleset
from games.engine.seats import Seat
from games.engine.signs.weighing import LEAST, LEAST_OF_OTHERS, Sums, score, weigh, weigh_network
from games.engine.signs.witness import Kind, measured


def sums(values):
    found = Sums()
    for value in values:
        found = found.plus(value)
    return found


def drawn(mean, count, seed):
    rng = random.Random(seed)
    return sums(mean + rng.gauss(0, 0.4) for _ in range(count))


def joined(*parts):
    return Sums(
        sum(one.count for one in parts),
        sum(one.total for one in parts),
        sum(one.squares for one in parts),
    )


discover()
EVERYBODY = drawn(0.0, 20_000, 0)


def line_of(pair, others):
    own = joined(pair, others)
    return weigh(Kind.SPARED, "mow", pair=pair, own=own, everybody=joined(EVERYBODY, own))


def test_who_favours_one_and_no_other_stands_out():
    line = line_of(drawn(0.4, 80, 1), drawn(0.0, 200, 2))
    assert line.unusual > 4
    assert line.mean == pytest.approx(0.4, abs=0.1)
    assert line.baseline == pytest.approx(0.0, abs=0.1)
    assert (line.count, line.others) == (80, 200)


def test_who_plays_like_that_against_all_does_not():
    assert line_of(drawn(0.4, 80, 1), drawn(0.4, 400, 2)).unusual < 1


@pytest.mark.parametrize("count", [100, 10_000, 1_000_000])
def test_more_games_alone_make_nobody_suspect(count):
    """Two who know each other's play a little better stay where they are, however often they meet."""
    slightly = Sums(count, 0.04 * count, count * (0.16 + 0.04**2))
    line = line_of(slightly, Sums(200, 0.0, 200 * 0.16))
    assert line.unusual < 1
    assert score([line]) == 0


def test_of_few_signs_nothing_is_said():
    assert line_of(drawn(1.0, LEAST - 1, 1), drawn(0.0, 100, 2)) is None
    assert line_of(drawn(1.0, LEAST, 1), drawn(0.0, 100, 2)) is not None


def test_where_little_is_known_of_others_nothing_is_unusual():
    pair = drawn(1.0, 50, 1)
    few = joined(pair, drawn(-1.0, LEAST_OF_OTHERS - 1, 2))
    assert weigh(Kind.SPARED, "mow", pair=pair, own=pair, everybody=few) is None


def test_a_pair_that_plays_with_nobody_else_is_measured_by_what_all_do():
    line = line_of(drawn(0.0, 100, 1), Sums())
    assert line.others == 0
    assert abs(line.unusual) < 1
    assert line_of(drawn(0.9, 100, 1), Sums()).unusual > 4


def test_less_than_expected_counts_nothing():
    line = line_of(drawn(-0.4, 80, 1), drawn(0.0, 200, 2))
    assert line.unusual < -4
    assert score([line, line]) == 0


def test_a_move_without_a_choice_for_the_other_is_no_sign():
    assert measured(Kind.SPARED, Seat(1), 1.0, [1.0, 1.0]) == ()
    tortoise = find_ruleset("tortoise")
    state = tortoise.blank(tortoise.parse_options({}, 3), 3)
    assert tortoise.witness().signs_of(state, Seat(0), tortoise.parse_move("draw:0")) == ()


def test_one_network_is_unusual_among_many_who_share_none_and_usual_in_a_club():
    strangers, club = weigh_network(met=60, sharing=0), weigh_network(met=60, sharing=55)
    assert strangers.unusual > 2
    assert score([strangers]) > 1
    assert club.unusual < 0
    assert score([club]) == 0
    assert abs(weigh_network(met=0, sharing=0).unusual) < 0.01
