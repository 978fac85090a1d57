"""Which strategies there are for each ruleset."""

from collections.abc import Mapping, Sequence

from bots.strategies.mow import MowNormal
from bots.strategies.random_legal import RandomLegal
from bots.strategies.strategy import Strategy

_RANDOM = RandomLegal()
_OWN: Mapping[str, Sequence[Strategy]] = {"mow": [MowNormal()]}
"""Beside `random`, which plays everything; one line a ruleset."""


class UnknownStrategyError(Exception):
    """The ruleset has no strategy of this name."""


def strategies(ruleset: str) -> list[Strategy]:
    """Return the strategies of a ruleset; the first one is the fallback."""
    return [_RANDOM, *_OWN.get(ruleset, [])]


def find_strategy(ruleset: str, name: str) -> Strategy:
    """Return a strategy by its name; raise `UnknownStrategyError`."""
    for strategy in strategies(ruleset):
        if strategy.name == name:
            return strategy
    raise UnknownStrategyError(f"{ruleset} has no strategy {name!r}.")
