"""How unusual what one account does towards another is: lines, each with its baseline, and a score.

The baseline of an account is what it does towards everybody else, drawn towards what everybody
does while little is known of it. So neither a weak player nor a daring one stands out, who plays
like that against all; nor do two who often play together, for more games make a mean surer and
not greater.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

import msgspec

from games.engine.signs.witness import Kind

LEAST = 8
"""Signs of one kind below which nothing is said of it."""
LEAST_OF_OTHERS = 100
"""Signs of other pairs below which nobody knows what is usual."""
PRIOR = 20
"""As many signs as what everybody does weighs in the baseline of one account."""
SPREAD = 0.15
"""By how many standard deviations of one sign honest pairs differ for good: friends learn how the
other plays, and meet at other times than strangers."""
USUAL = 1.0
"""Standard errors that chance gives easily; only what is beyond counts for the score."""
_LEAST_VARIANCE = 1e-3


class Sums(msgspec.Struct, frozen=True):
    """What is kept of any number of signs of one kind."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    """The sum of the squares of their values."""

    def plus(self, value: float) -> "Sums":
        """Return it with one more sign."""
        return Sums(self.count + 1, self.total + value, self.squares + value * value)

    def without(self, part: "Sums") -> "Sums":
        """Return what remains once a part of it is taken away."""
        return Sums(self.count - part.count, self.total - part.total, self.squares - part.squares)

    @property
    def mean(self) -> float:
        """The mean value; 0 of none."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of one value, never less than a little."""
        if not self.count:
            return _LEAST_VARIANCE
        return max(_LEAST_VARIANCE, self.squares / self.count - self.mean**2)


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of sign of one account towards another."""

    kind: Kind
    scope: str
    """The ruleset, or of times the pace of the games: only the like are compared."""
    count: int
    mean: float
    baseline: float
    """What was to be expected of this account towards anybody."""
    others: int
    """How many signs of it towards others the baseline knows."""
    unusual: float
    """By how many standard errors the mean lies above the baseline."""

    @property
    def points(self) -> float:
        """What it counts for the score."""
        return max(0.0, self.unusual - USUAL) ** 2


def weigh(kind: Kind, scope: str, *, pair: Sums, own: Sums, everybody: Sums) -> Line | None:
    """Return how unusual the signs of a pair are; None for too few, of theirs or of others.

    `own` are those of the same account towards all, the pair included, as in `everybody`.
    """
    others, rest = own.without(pair), everybody.without(pair)
    if pair.count < LEAST or rest.count < LEAST_OF_OTHERS:
        return None
    known = others.count + PRIOR
    baseline = (others.total + PRIOR * rest.mean) / known
    error = sqrt(rest.variance * (1 / pair.count + 1 / known + SPREAD**2))
    return Line(
        kind=kind,
        scope=scope,
        count=pair.count,
        mean=round(pair.mean, 4),
        baseline=round(baseline, 4),
        others=others.count,
        unusual=round((pair.mean - baseline) / error, 2),
    )


def weigh_network(*, met: int, sharing: int) -> Line:
    """Return how unusual it is that two accounts were seen on one network.

    One of them has met so many others, of whom so many were seen on its networks as well: among
    members of one club it is usual.
    """
    share = sharing / met if met else 1.0
    by_chance = (sharing + 0.5) / (met + 1)
    return Line(
        kind=Kind.NETWORK,
        scope="those it has met",
        count=1,
        mean=1.0,
        baseline=round(share, 4),
        others=met,
        unusual=round(NormalDist().inv_cdf(1 - by_chance), 2),
    )


def score(lines: Sequence[Line]) -> float:
    """Return by what pairs are put in order; it says nothing but where to look first."""
    return round(sum(line.points for line in lines), 2)
