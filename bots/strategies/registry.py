"""The strategies there are, by ruleset and name."""

from bots.strategies.family_favourites import FamilyNormal
from bots.strategies.farmyard_cries import FarmyardNormal
from bots.strategies.mow import MowNormal
from bots.strategies.random_legal import RandomLegal
from bots.strategies.strategy import Strategy

_RANDOM = RandomLegal()
_OWN: dict[str, tuple[Strategy, ...]] = {
    "family-favourites": (FamilyNormal(),),
    "farmyard-cries": (FarmyardNormal(),),
    "mow": (MowNormal(),),
}
"""The strategies of single rulesets, the one to fall back on first."""


class UnknownStrategyError(Exception):
    """No strategy of this ruleset has this name."""


def strategies(slug: str) -> list[Strategy]:
    """Return the strategies for a ruleset; the first plays where none was asked for.

    The last plays any ruleset, so the list is never empty.
    """
    return [*_OWN.get(slug, ()), _RANDOM]


def find_strategy(slug: str, name: str) -> Strategy:
    """Return the strategy of a ruleset by its name; raise `UnknownStrategyError`."""
    for strategy in strategies(slug):
        if strategy.name == name:
            return strategy
    raise UnknownStrategyError(f"There is no strategy {name!r} for {slug}.")
