"""All that a server tells about one ruleset, as tables: for whoever wants to make a game of it.

What differs by ruleset is never asked for by name here, and may have a shape of tomorrow.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from rich.console import Group
from rich.table import Table
from rich.text import Text

from herdbook.answers import Ruleset
from herdbook.terminal.writing import plain


def rulebook(ruleset: Ruleset) -> Group:
    """Lay out title, options, moves and house bots."""
    title = Text(plain(ruleset.title or ruleset.slug), style="bold")
    title.append(f": {seats_of(ruleset)} seats", style="not bold")
    details = ruleset.details
    return Group(
        title,
        *_table("options", ("name", "values", "default", "meaning"), _options(details)),
        *_table("moves", ("text", "meaning"), _members(details.get("moves")).items()),
        *_table("house bots", ("strategy", "how it plays"), _strategies(details)),
    )


def seats_of(ruleset: Ruleset) -> str:
    """Say for how many it is."""
    match ruleset.details.get("seats"):
        case {"min": least, "max": most}:
            return f"{plain(least)}-{plain(most)}"
        case [first, *_, last]:
            return f"{plain(first)}-{plain(last)}"
        case other:
            return plain(other)


def strategies_of(ruleset: Ruleset) -> list[str]:
    """List the names of the strategies of house bots."""
    return [plain(name) for name, _ in _strategies(ruleset.details)]


def _strategies(details: Mapping[str, Any]) -> Iterator[tuple[object, object]]:
    for strategy in _items(details.get("strategies")):
        known = _members(strategy)
        yield known.get("name", strategy), known.get("text", "")


def _options(details: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    for name, schema in _members(_members(details.get("options")).get("properties")).items():
        option = _members(schema)
        yield name, _values(option), option.get("default"), option.get("description", "")


def _values(schema: Mapping[str, Any]) -> str:
    """Say in words which values a JSON Schema takes."""
    if kinds := _items(schema.get("anyOf")):
        return " or ".join(_values(_members(kind)) for kind in kinds)
    if values := _items(schema.get("enum")):
        return ", ".join(plain(value) for value in values)
    if schema.get("type") == "boolean":
        return "true, false"
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None:
        return plain(schema.get("type"))
    return f"{plain(least)} and up" if most is None else f"{plain(least)}-{plain(most)}"


def _items(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _members(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _table(
    title: str, heads: tuple[str, ...], rows: Iterable[tuple[object, ...]]
) -> Iterator[Table]:
    """Make a table; none at all where there is nothing to put in."""
    listed = [[Text(plain(cell)) for cell in row] for row in rows]
    if listed:
        table = Table(*heads, title=title, title_justify="left")
        for row in listed:
            table.add_row(*row)
        yield table
