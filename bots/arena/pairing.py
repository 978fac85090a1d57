"""How often one strategy wins, from paired deals: the luck of the cards cancels out.

Every deal is played once for each seat, and `one` sits in another seat each time; so it has been
dealt every hand of that deal, and what a good hand gives it a bad one takes away.
"""

import math
from collections.abc import Callable, Sequence

import msgspec

from bots.arena.match import Match
from bots.strategies.strategy import Strategy
from games.engine.registry import AnyRuleset
from games.engine.seats import Seat

NORMAL_95 = 1.96
"""How many standard errors a two-sided interval of 95 % reaches to each side."""


class Share(msgspec.Struct, frozen=True):
    """A share of games won, and the interval in which it lies with 95 %."""

    games: int
    won: float
    low: float
    high: float


def share_of_wins(
    ruleset: AnyRuleset,
    one: Strategy,
    others: Strategy,
    *,
    seats: int,
    games: int,
    played: Callable[[], None] = lambda: None,
) -> Share:
    """Return how often `one` is among the winners against `others` in all the other seats.

    At least `games` games are played, and as many more as the last deal takes; `played` is called
    after each.
    """
    wins_by_deal: list[int] = []
    for deal in range(math.ceil(games / seats)):
        wins = 0
        for seat in range(seats):
            table = [one if place == seat else others for place in range(seats)]
            outcome = Match(ruleset, table, seed=deal, first_seat=deal % seats).play()
            wins += Seat(seat) in outcome.winners
            played()
        wins_by_deal.append(wins)
    return share_of(wins_by_deal, seats=seats)


def share_of(wins_by_deal: Sequence[int], *, seats: int) -> Share:
    """Return the share of games won, with Wilson's interval.

    The games of one deal hang together. So the interval is that of as many independent games as
    would make the share as uncertain as the differences between the deals show it to be.

    >>> share_of([1] * 50, seats=1)
    Share(games=50, won=1.0, low=0.9286522192588772, high=1.0)
    """
    deals, games = len(wins_by_deal), len(wins_by_deal) * seats
    won = sum(wins_by_deal) / games
    independent = float(games)
    if 0 < won < 1 and deals > 1:
        spread = sum((wins / seats - won) ** 2 for wins in wins_by_deal) / (deals - 1)
        if spread:
            independent = won * (1 - won) / (spread / deals)
    low, high = wilson(won, independent)
    return Share(games, won, low, high)


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for a share seen in independent games."""
    square = NORMAL_95**2
    middle = share + square / (2 * games)
    reach = NORMAL_95 * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    scale = 1 + square / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)
