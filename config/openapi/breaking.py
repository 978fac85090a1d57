"""What a client of one document would stumble over in another."""

from collections.abc import Iterator
from typing import Any

from config.openapi.components import Schema
from config.openapi.narrowing import Comparison, Side, resolved


def changes(old: Schema, new: Schema) -> list[str]:
    """Return every breaking change, in words that name its place; equal texts once."""
    found = []
    both = Comparison(old, new)
    for name, path in old["paths"].items():
        for method, before in path.items():
            after = new["paths"].get(name, {}).get(method)
            where = f"{method.upper()} {name}"
            if after is None:
                found.append(f"{where} is gone")
            else:
                found += _of_operation(both, where, before, after)
    return list(dict.fromkeys(found))


def unnamed(old: Schema, new: Schema, changelog: str) -> list[str]:
    """Return the breaking changes that the part `Unreleased` of the changelog does not name."""
    unreleased = changelog.partition("\n## Unreleased\n")[2].partition("\n## ")[0]
    return [change for change in changes(old, new) if f"`{change}`" not in unreleased]


def _of_operation(both: Comparison, where: str, old: Schema, new: Schema) -> Iterator[str]:
    if new.get("x-scope") not in {None, old.get("x-scope")}:
        yield f"{where} needs the scope {new['x-scope']}"
    if {} in old.get("security", [{}]) and {} not in new.get("security", [{}]):
        yield f"{where} needs a token"
    yield from _of_parameters(both, where, old, new)
    yield from _of_body(both, where, old.get("requestBody"), new.get("requestBody"))
    for status, before in old["responses"].items():
        own = f"{where} -> {status}"
        after = new["responses"].get(status)
        if after is not None:
            yield from _of_response(both, own, before, after)
        elif status.startswith("2"):
            yield f"{own} is gone"


def _of_parameters(both: Comparison, where: str, old: Schema, new: Schema) -> Iterator[str]:
    before, after = (
        {(one["in"], one["name"]): one for one in operation.get("parameters", ())}
        for operation in (old, new)
    )
    for (place, name), one in after.items():
        if one.get("required") and not before.get((place, name), {}).get("required"):
            yield f"{where} needs the {place} parameter {name}"
    for (place, name), one in before.items():
        own = f"{where} {place} {name}"
        if (place, name) not in after:
            yield f"{own} is gone"
        else:
            yield from both.changes(Side.SENT, own, one["schema"], after[place, name]["schema"])


def _of_body(both: Comparison, where: str, old: Any, new: Any) -> Iterator[str]:
    if new is None:
        if old is not None:
            yield f"{where} takes no body any more"
        return
    if new.get("required") and not (old or {}).get("required"):
        yield f"{where} needs a body"
    if old is not None:
        yield from _of_content(both, Side.SENT, f"{where} body", old, new)


def _of_response(both: Comparison, where: str, old: Schema, new: Schema) -> Iterator[str]:
    before, after = resolved(both.old, old), resolved(both.new, new)
    for name in before.get("headers", {}):
        if name not in after.get("headers", {}):
            yield f"{where} has no header field {name} any more"
    yield from _of_content(both, Side.ANSWERED, where, before, after)


def _of_content(
    both: Comparison, side: Side, where: str, old: Schema, new: Schema
) -> Iterator[str]:
    for kind, before in old.get("content", {}).items():
        after = new.get("content", {}).get(kind)
        if after is None:
            yield f"{where} is no {kind} any more"
        elif "schema" in before and "schema" in after:
            yield from both.changes(side, where, before["schema"], after["schema"])
