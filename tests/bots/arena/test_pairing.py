"""What pairs of deals say about how often a strategy wins."""

import pytest

from bots.arena.match import Deals, Match, StrayMoveError
from bots.arena.pairing import share_of, share_of_wins, wilson
from bots.strategies.random_legal import RandomLegal
from games.engine.registry import discover, find_ruleset

discover()
MOW = find_ruleset("mow")


class FirstLegal(RandomLegal):
    """Takes the first of its moves."""

    name = "first"

    def choose(self, observation, history, legal_moves, rng):
        return legal_moves[0]


class Stray(RandomLegal):
    """Leaves the list of its moves."""

    name = "stray"

    def choose(self, observation, history, legal_moves, rng):
        return "7.9"


def test_every_deal_is_played_from_every_seat():
    played = []
    share = share_of_wins(
        MOW, RandomLegal(), RandomLegal(), seats=4, games=10, played=lambda: played.append(1)
    )
    assert share.games == len(played) == 12


def test_between_equal_strategies_a_deal_is_always_shared_out():
    """They play a deal alike wherever `one` sits, so each seat's luck is had once."""
    share = share_of_wins(MOW, FirstLegal(), FirstLegal(), seats=3, games=30)
    ties = share.won - 1 / 3
    assert 0 <= ties < 0.1


def test_a_deal_does_not_depend_on_what_was_recycled_before():
    plain, recycling = Deals(1), Deals(1)
    recycling.shuffle(range(20), "recycle")
    assert plain.shuffle(range(44), "deal") == recycling.shuffle(range(44), "deal")
    recycling.shuffle(range(7), "recycle")
    assert plain.shuffle(range(44), "deal") == recycling.shuffle(range(44), "deal")
    assert Deals(2).shuffle(range(44), "deal") != Deals(1).shuffle(range(44), "deal")


def test_a_strategy_that_leaves_its_moves_is_stopped():
    with pytest.raises(StrayMoveError, match=r"stray named '7\.9'"):
        Match(MOW, [Stray(), Stray()], seed=1).play()


@pytest.mark.parametrize(
    ("share", "games", "interval"),
    [(0.0, 10, (0.0, 0.278)), (0.5, 100, (0.404, 0.596)), (0.99, 1_000, (0.982, 0.995))],
)
def test_the_interval_is_wilsons(share, games, interval):
    assert wilson(share, games) == pytest.approx(interval, abs=5e-4)


def test_deals_that_go_alike_say_more_than_as_many_lone_games():
    shared_out = [1] * 90 + [2] * 5 + [0] * 5
    all_or_nothing = [2] * 50 + [0] * 50
    lone = wilson(0.5, 200)
    alike, apart = share_of(shared_out, seats=2), share_of(all_or_nothing, seats=2)
    assert alike.won == apart.won == 0.5
    assert alike.high - alike.low < lone[1] - lone[0] < apart.high - apart.low


@pytest.mark.parametrize("wins_by_deal", [[2, 2, 2], [0, 0, 0], [1, 1, 1], [1]])
def test_deals_without_a_difference_count_as_lone_games(wins_by_deal):
    share = share_of(wins_by_deal, seats=2)
    assert (share.low, share.high) == wilson(share.won, 2 * len(wins_by_deal))
