"""Reading the conditions of a plan."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.plans import grammar, paths
from games.engine.plans.fields import Fields, Pointer, is_object
from games.engine.plans.grammar import Comparison, Condition
from games.engine.plans.terms import Value
from games.engine.registry import AnyRuleset

MAX_DEPTH = 6
MAX_PARTS = 20
MAX_TEXT = 64
"""The longest text that is compared with."""
_BOUNDS = ("is", "at_least", "at_most")
_COMPARISONS = ("is", "is_not", "at_least", "at_most", "one_of", "has")
_CARD: dict[str, frozenset[str]] = {
    "code": frozenset({"text"}),
    "group": frozenset({"text"}),
    "value": frozenset({"number"}),
}
_NUMBER = frozenset({"number"})


def condition(raw: object, at: Pointer, rules: AnyRuleset, depth: int = 1) -> Condition:
    """Read a condition; raise `BadPlanError`."""
    if not is_object(raw):
        raise at.refusal("A condition is an object.")
    if depth > MAX_DEPTH:
        raise at.refusal(f"Conditions may stand in one another {MAX_DEPTH} deep, and no deeper.")
    for word in ("all", "any"):
        if word in raw:
            inner = Fields(raw, at, (word,))
            listed = (at / word).list_of(inner.get(word), least=1, most=MAX_PARTS)
            made = tuple(
                condition(each, at / word / nth, rules, depth + 1)
                for nth, each in enumerate(listed)
            )
            return grammar.All(made) if word == "all" else grammar.Any(made)
    if "not" in raw:
        inner = Fields(raw, at, ("not",))
        return grammar.Not(condition(inner.get("not"), at / "not", rules, depth + 1))
    if "fact" in raw:
        path, kinds = _path(raw, at, "fact", rules)
        Fields(raw, at, ("fact", *_COMPARISONS))
        return grammar.Fact(path, _comparison(raw, at, kinds))
    if "count" in raw:
        return _count(raw, at, rules)
    if "happened" in raw:
        return _happened(raw, at, rules)
    raise at.refusal("A condition has one of: all, any, not, fact, count, happened.")


def comparison(raw: object, at: Pointer, kinds: AbstractSet[str]) -> Comparison:
    """Read a comparison with a value of some of these kinds: the value it equals, or an object."""
    if is_object(raw):
        Fields(raw, at, _COMPARISONS)
        return _comparison(raw, at, kinds)
    return Comparison(equals=_value(raw, at, kinds))


def _count(raw: Mapping[str, object], at: Pointer, rules: AnyRuleset) -> Condition:
    path, kinds = _path(raw, at, "count", rules)
    fields = Fields(raw, at, ("count", "of", *_BOUNDS))
    if "list" not in kinds:
        raise (at / "count").refusal("Only what is a list can be counted.")
    of: list[tuple[str, Comparison]] = []
    if fields.has("of"):
        inner = Fields(fields.get("of"), at / "of", tuple(_CARD))
        of = [
            (name, comparison(value, inner.at / name, _CARD[name])) for name, value in inner.items()
        ]
    return grammar.Count(path, tuple(of), _bounds(fields))


def _happened(raw: Mapping[str, object], at: Pointer, rules: AnyRuleset) -> Condition:
    fields = Fields(raw, at, ("happened", "by", "since", *_BOUNDS))
    types = [event.__name__ for event in (*rules.event_types, *LIFECYCLE_EVENTS)]
    return grammar.Happened(
        fields.word("happened", types, default=""),
        fields.word("by", ("anybody", "me", "others"), default="anybody"),  # type: ignore[arg-type]  # one of the three
        fields.word("since", ("plan", "move"), default="plan"),  # type: ignore[arg-type]  # one of the two
        _bounds(fields),
    )


def _bounds(fields: Fields) -> Comparison:
    """Read how many of something there have to be: at least one, if nothing else is said."""
    found = {name: fields.get(name) for name in _BOUNDS if fields.has(name)}
    return _comparison(found or {"at_least": 1}, fields.at, _NUMBER)


def _path(
    raw: Mapping[str, object], at: Pointer, name: str, rules: AnyRuleset
) -> tuple[tuple[str, ...], frozenset[str]]:
    text = raw[name]
    if not isinstance(text, str) or not text:
        raise (at / name).refusal("This must be a path of the table, such as hand_sizes/left.")
    path = tuple(text.split(paths.SEPARATOR))
    try:
        return path, paths.kinds_at(rules, path)
    except paths.NoSuchPathError as error:
        raise (at / name).refusal(str(error)) from None


def _comparison(raw: Mapping[str, object], at: Pointer, kinds: AbstractSet[str]) -> Comparison:
    unset = msgspec.UNSET
    one_of: Sequence[Value] | None = None
    for bound in ("at_least", "at_most"):
        if bound in raw and "number" not in kinds:
            raise (at / bound).refusal("Only a number has bounds.")
    if "one_of" in raw:
        listed = (at / "one_of").list_of(raw["one_of"], least=1, most=MAX_PARTS)
        one_of = [_value(v, at / "one_of" / n, kinds) for n, v in enumerate(listed)]
    if "has" in raw and "list" not in kinds:
        raise (at / "has").refusal("Only a list has elements.")
    return Comparison(
        equals=_value(raw["is"], at / "is", kinds) if "is" in raw else unset,
        differs=_value(raw["is_not"], at / "is_not", kinds) if "is_not" in raw else unset,
        at_least=_bound(raw, "at_least", at),
        at_most=_bound(raw, "at_most", at),
        one_of=None if one_of is None else tuple(one_of),
        has=_value(raw["has"], at / "has", _ELEMENTS) if "has" in raw else unset,
    )


_ELEMENTS = frozenset({"text", "number", "flag"})


def _bound(raw: Mapping[str, object], name: str, at: Pointer) -> int | None:
    if name not in raw:
        return None
    value = raw[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise (at / name).refusal("This must be a whole number.")
    return value


def _value(raw: object, at: Pointer, kinds: AbstractSet[str]) -> Value:
    """Read a value that something of these kinds can equal; null is what is not there."""
    kind = next((kind for made, kind in _KINDS if isinstance(raw, made)), None)
    if kind is None or (kind != "null" and kind not in kinds):
        wanted = sorted(kinds & _ELEMENTS) or ["null"]
        raise at.refusal(f"This must be a {' or a '.join(wanted)}.")
    if isinstance(raw, str) and len(raw) > MAX_TEXT:
        raise at.refusal(f"This may have {MAX_TEXT} characters.")
    return raw  # type: ignore[return-value]  # one of the four, see above


_KINDS = ((bool, "flag"), (int, "number"), (str, "text"), (type(None), "null"))
