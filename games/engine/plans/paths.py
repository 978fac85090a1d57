"""Paths into the table of a ruleset, checked against the type of its observation."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import inspect

from games.engine.plans.sight import SEAT_WORDS
from games.engine.registry import AnyRuleset

SEPARATOR = "/"


class NoSuchPathError(Exception):
    """The table has nothing there; the message says what there is instead."""


def kinds_at(rules: AnyRuleset, path: Sequence[str]) -> frozenset[str]:
    """Return what a path can lead to: `flag`, `number`, `text`, `null`, `list`, `object`.

    Raises `NoSuchPathError`.
    """
    name, *rest = path
    term = rules.terms.facts.get(name)
    if term is not None:
        if rest:
            raise NoSuchPathError(f"{name} has no parts.")
        return frozenset({term.kind, "null"})
    at: list[inspect.Type] = [table_of(rules)]
    done: list[str] = []
    for step in path:
        parts = [part for each in at for part in _parts(each, step)]
        if not parts:
            raise NoSuchPathError(_nothing_there(rules, done, at))
        at, done = parts, [*done, step]
    return frozenset(_kind(arm) for each in at for arm in arms_of(each))


@cache
def table_of(rules: AnyRuleset) -> inspect.Type:
    """Return the type of a ruleset's table."""
    return inspect.type_info(rules.observation_type)


def _nothing_there(rules: AnyRuleset, done: Sequence[str], at: Sequence[inspect.Type]) -> str:
    arms = [arm for each in at for arm in arms_of(each)]
    names = sorted({name for arm in arms for name in fields_of(arm)})
    if not done:
        names = sorted([*names, *rules.terms.facts])
    place = SEPARATOR.join(done) or "The table"
    if names:
        return f"{place} has: {', '.join(names)}."
    if any(_item(arm) is not None for arm in arms):
        return f"{place} is a list: name a place from 0, me, left or right."
    return f"{place} has no parts."


def arms_of(of: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types that a value of this one may have."""
    if isinstance(of, inspect.Metadata):
        yield from arms_of(of.type)
    elif isinstance(of, inspect.UnionType):
        for arm in of.types:
            yield from arms_of(arm)
    else:
        yield of


def fields_of(of: inspect.Type) -> dict[str, inspect.Type]:
    """Return the members of an object, each with its type; none of anything else."""
    if isinstance(of, inspect.StructType | inspect.TypedDictType):
        return {field.encode_name: field.type for field in of.fields}
    return {}


def _item(of: inspect.Type) -> inspect.Type | None:
    if isinstance(of, inspect.VarTupleType | inspect.ListType):
        return of.item_type
    if isinstance(of, inspect.TupleType):
        return of.item_types[0]
    return None


def _parts(of: inspect.Type, step: str) -> Iterator[inspect.Type]:
    for arm in arms_of(of):
        item = _item(arm)
        if item is not None and (step in SEAT_WORDS or (step.isascii() and step.isdigit())):
            yield item
        elif step in (fields := fields_of(arm)):
            yield fields[step]


def _kind(of: inspect.Type) -> str:
    if isinstance(of, inspect.LiteralType):
        return _KINDS[type(of.values[0])]
    if _item(of) is not None:
        return "list"
    return next((kind for made, kind in _TYPES.items() if isinstance(of, made)), "object")


_KINDS: dict[type[Any], str] = {bool: "flag", int: "number", str: "text"}
_TYPES: dict[type[inspect.Type], str] = {
    inspect.BoolType: "flag",
    inspect.IntType: "number",
    inspect.StrType: "text",
    inspect.NoneType: "null",
}
