"""Which strategies there are for house seats.

The registry is empty until `bots` fills it when Django starts, so that games can be checked
without knowing bots; an empty one means that no house seat can be asked for.
"""

from dataclasses import dataclass

STAND_IN = "normal"
"""The strategy that plays for a seat whose owner is away or has resigned."""


@dataclass(frozen=True, kw_only=True)
class HouseStrategy:
    """One way of playing a ruleset, as its name, its cost and a text for people."""

    name: str
    cost: int
    """Playouts a decision takes."""
    text: str


_strategies: dict[str, dict[str, HouseStrategy]] = {}


def register(ruleset: str, strategy: HouseStrategy) -> None:
    """Offer a strategy for the house seats of a ruleset."""
    _strategies.setdefault(ruleset, {})[strategy.name] = strategy


def strategies(ruleset: str) -> list[HouseStrategy]:
    """Return the strategies of a ruleset in the order of registration."""
    return list(_strategies.get(ruleset, {}).values())


def has_strategy(ruleset: str, name: str) -> bool:
    """Answer whether a house seat can be played by this strategy."""
    return name in _strategies.get(ruleset, {})


def stand_in(ruleset: str) -> str | None:
    """Return who plays for an absent owner: `normal`, else the first there is, else nobody."""
    known = _strategies.get(ruleset, {})
    return STAND_IN if STAND_IN in known else next(iter(known), None)
