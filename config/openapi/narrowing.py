"""How a schema may not change: what was promised of answers, and what was taken in requests."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from config.openapi.components import Schema

_UPPER = ("maximum", "maxLength", "maxItems")
_LOWER = ("minimum", "minLength", "minItems")
_EXACT = ("pattern", "format", "const")


class Side(Enum):
    """Who writes what the schema describes."""

    ANSWERED = "answered"
    SENT = "sent"


class Comparison:
    """Two documents, of which the second is to keep the promises of the first."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self.old, self.new = old, new
        self._seen: set[tuple[Side, str]] = set()

    def changes(self, side: Side, where: str, old: Any, new: Any) -> Iterator[str]:
        """Yield what a client of the old schema would stumble over in the new one.

        A change of a component is named by the component, and once, wherever that is used.
        """
        name = _component(old)
        if name and name == _component(new):
            if (side, name) in self._seen:
                return
            self._seen.add((side, name))
            where = name
        old, new = resolved(self.old, old), resolved(self.new, new)
        if side is Side.SENT and not _takes_all(_types(old), _types(new)):
            yield f"{where} takes {_words(_types(new))}, no longer {_words(_types(old))}"
        if side is Side.ANSWERED and not _takes_all(_types(new), _types(old)):
            yield f"{where} is {_words(_types(new))}, no longer {_words(_types(old))}"
        yield from (f"{where} has no value {value} any more" for value in _lost_values(old, new))
        if side is Side.SENT:
            yield from _tighter(where, old, new)
        yield from self._members(side, where, old, new)
        yield from self._branches(side, where, old, new)
        if "items" in old and "items" in new:
            yield from self.changes(side, f"{where}/*", old["items"], new["items"])

    def _members(self, side: Side, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed_before, needed_after = set(old.get("required", ())), set(new.get("required", ()))
        if "properties" not in new:
            return
        for name in before:
            if name not in after:
                yield f"{where}/{name} is gone"
                continue
            if side is Side.ANSWERED and name in needed_before - needed_after:
                yield f"{where}/{name} may be missing"
            yield from self.changes(side, f"{where}/{name}", before[name], after[name])
        if side is Side.SENT:
            for name in sorted(needed_after - needed_before):
                yield f"{where}/{name} must be sent"

    def _branches(self, side: Side, where: str, old: Schema, new: Schema) -> Iterator[str]:
        for kind in ("oneOf", "anyOf", "allOf"):
            after = dict(_keyed(new.get(kind, ())))
            for key, branch in _keyed(old.get(kind, ())):
                if key in after:
                    yield from self.changes(side, f"{where}<{key}>", branch, after[key])
                elif after:
                    yield f"{where} has no {key} any more"


def resolved(document: Schema, value: Any) -> Any:
    """Follow a reference within a document."""
    while isinstance(value, dict) and "$ref" in value:
        found: Any = document
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        value = found
    return value


def _component(schema: Schema) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _keyed(branches: Iterable[Schema]) -> Iterator[tuple[str, Schema]]:
    """Name each branch: by its component, else by its type and how many of it were before."""
    before: dict[str, int] = {}
    for branch in branches:
        name = _component(branch) or str(branch.get("type", "one"))
        number = before[name] = before.get(name, 0) + 1
        yield (name if number == 1 else f"{name} {number}"), branch


def _types(schema: Schema) -> set[str]:
    found = schema.get("type", [])
    return {found} if isinstance(found, str) else set(found)


def _takes_all(old: set[str], new: set[str]) -> bool:
    """Answer whether every value of the old types is one of the new; no type means any."""
    if not new:
        return True
    return bool(old) and all(one in new or (one == "integer" and "number" in new) for one in old)


def _words(types: set[str]) -> str:
    return " or ".join(sorted(types)) or "anything"


def _lost_values(old: Schema, new: Schema) -> list[Any]:
    if "enum" not in new:
        return []
    return [value for value in old.get("enum", ()) if value not in new["enum"]]


def _tighter(where: str, old: Schema, new: Schema) -> Iterator[str]:
    for word in _UPPER:
        if word in new and (word not in old or new[word] < old[word]):
            yield f"{where} has a {word} of {new[word]}"
    for word in _LOWER:
        if word in new and (word not in old or new[word] > old[word]):
            yield f"{where} has a {word} of {new[word]}"
    for word in _EXACT:
        if word in new and new[word] != old.get(word):
            yield f"{where} has the {word} {new[word]}"
    if "enum" in new and "enum" not in old:
        yield f"{where} takes certain values only"
