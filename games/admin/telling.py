"""Data of events, and what an order changes, as words for people instead of JSON."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z")


def words(key: str) -> str:
    """Return the name of a member as words."""
    return key.replace("_", " ")


def told(data: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Return the members of an object that say something, each with its text."""
    return [(words(key), text(value)) for key, value in data.items() if value not in (None, [], {})]


def text(value: object) -> str:
    """Return a value of JSON in words."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        inner = (f"{words(str(key))} {text(one)}" for key, one in value.items())
        return f"({', '.join(inner)})"
    if isinstance(value, list | tuple):
        return " ".join(text(one) for one in value) or "none"
    return _MOMENT.sub(r"\1 \2", str(value))


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Sequence[tuple[str, str, str]]:
    """Return what differs, member by member: its name, the text before, the text after."""
    return [
        (name, text(was), text(now))
        for key in after
        for name, was, now in _differing(words(key), before.get(key), after[key])
    ]


def _differing(name: str, was: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    if was == now:
        return
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in {**was, **now}:
            yield from _differing(f"{name}: {words(key)}", was.get(key), now.get(key))
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for one, other in zip(was, now, strict=True):
            yield from _differing(_of_a_seat(name, other), one, other)
    else:
        yield name, was, now


def _of_a_seat(name: str, item: Any) -> str:
    is_named = isinstance(item, Mapping) and isinstance(item.get("seat"), int)
    return f"{name}, seat {item['seat']}" if is_named else name
