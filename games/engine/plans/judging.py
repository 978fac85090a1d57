"""Whether a condition holds, on what one seat may see."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from games.engine.plans.fields import is_list
from games.engine.plans.grammar import (
    All,
    Any,
    Comparison,
    Condition,
    Count,
    Fact,
    Happened,
    Not,
)
from games.engine.plans.sight import Sight
from games.engine.plans.terms import Value


def holds(condition: Condition | None, sight: Sight) -> bool:
    """Answer whether a condition holds; no condition always does."""
    match condition:
        case None:
            return True
        case All(conditions):
            return all(holds(each, sight) for each in conditions)
        case Any(conditions):
            return any(holds(each, sight) for each in conditions)
        case Not(inner):
            return not holds(inner, sight)
        case Fact(path, comparison):
            return compares(sight.find(path), comparison)
        case Count():
            return _counts(condition, sight)
        case Happened():
            return compares(_times(condition, sight), condition.comparison)
        case _:
            assert_never(condition)


def fits(values: Mapping[str, Value], where: Sequence[tuple[str, Comparison]]) -> bool:
    """Answer whether named values compare as said, each of them."""
    return all(compares(values.get(name), comparison) for name, comparison in where)


def compares(value: object, asked: Comparison) -> bool:
    """Answer whether a value is as it has to be. Of what is no number, no bound holds.

    >>> compares(3, Comparison(at_least=2)), compares(None, Comparison(at_most=2))
    (True, False)
    """
    if asked == _ANYTHING:
        return value is not None
    number = value if isinstance(value, int) and not isinstance(value, bool) else None
    return (
        (asked.equals is _UNSET or _same(value, asked.equals))
        and (asked.differs is _UNSET or not _same(value, asked.differs))
        and (asked.at_least is None or (number is not None and number >= asked.at_least))
        and (asked.at_most is None or (number is not None and number <= asked.at_most))
        and (asked.one_of is None or any(_same(value, each) for each in asked.one_of))
        and (asked.has is _UNSET or (is_list(value) and any(_same(e, asked.has) for e in value)))
    )


_ANYTHING = Comparison()
_UNSET = _ANYTHING.equals


def _same(value: object, asked: object) -> bool:
    """Compare as JSON does, in which true is not 1."""
    return isinstance(value, bool) is isinstance(asked, bool) and value == asked


def _counts(count: Count, sight: Sight) -> bool:
    found = sight.find(count.path)
    if not is_list(found):
        return False
    if not count.of:
        return compares(len(found), count.comparison)
    cards = (sight.pictures.get(str(each)) for each in found)
    fitting = sum(card is not None and fits(card, count.of) for card in cards)
    return compares(fitting, count.comparison)


def _times(asked: Happened, sight: Sight) -> int:
    own = None if asked.by == "anybody" else asked.by == "me"
    return sight.times(asked.type, own=own, since_move=asked.since == "move")
