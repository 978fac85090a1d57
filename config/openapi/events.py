"""Events: one component for each type, and one that is any of them.

The type of an event's data comes from its class: what it returns to viewers, and what it returns
when the game is over. Two rulesets may have types of one name, which then differ in their data.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from config.openapi.components import Schema, components, name_of, ref
from games.engine.events import Event
from games.engine.lifecycle import LIFECYCLE_EVENTS, EventUnread
from games.engine.registry import AnyRuleset


class _Kinds:
    """The components of each type of event, and with them the one that is any event."""

    def __init__(self, schemas: dict[str, Schema], name: str) -> None:
        self._schemas = schemas
        self._name = name
        self._base = schemas[name]
        self._variants: dict[str, list[str]] = {}

    def add(self, prefix: str, event: type[Event], data: Schema) -> None:
        """Add the component of a type of event of one ruleset."""
        kind = name_of(event)
        component = f"{prefix}{kind}{self._name}"
        self._variants.setdefault(kind, []).append(component)
        own = {"type": {"type": "string", "const": kind}, "data": data}
        properties = self._base["properties"] | own
        text = {"description": _said(event)}
        self._schemas[component] = {**self._base, **text, "properties": properties}

    def close(self) -> None:
        """Put all of them in the place of the shape that stood for them."""
        mapping = {}
        for kind, found in self._variants.items():
            mapping[kind] = found[0]
            if len(found) > 1:
                mapping[kind] = kind + self._name
                self._schemas[mapping[kind]] = {"anyOf": [ref(one) for one in found]}
        self._schemas[self._name] = {
            "description": self._base["description"],
            "oneOf": [ref(component) for component in mapping.values()],
            "discriminator": {
                "propertyName": "type",
                "mapping": {kind: ref(component)["$ref"] for kind, component in mapping.items()},
            },
        }


def expand_events(
    schemas: dict[str, Schema], rulesets: Mapping[str, AnyRuleset], options: Schema
) -> None:
    """Put the types of events there are in the place of `Event` and of `ReplayEvent`."""
    groups: dict[str, Iterable[type[Event]]] = {"": (*LIFECYCLE_EVENTS, EventUnread)}
    groups |= {prefix: rules.event_types for prefix, rules in rulesets.items()}
    events, replayed = _Kinds(schemas, "Event"), _Kinds(schemas, "ReplayEvent")
    for prefix, types in groups.items():
        for one in types:
            seen = _data(one.shown_type(), prefix, schemas, options)
            opened = _data(one.opened_type(), prefix, schemas, options)
            events.add(prefix, one, seen)
            replayed.add(prefix, one, seen if seen == opened else {"anyOf": [seen, opened]})
    events.close()
    replayed.close()


def _data(shape: Any, prefix: str, schemas: dict[str, Schema], options: Schema) -> Schema:
    """Return the schema of an event's data; what it refers to becomes components."""

    def prefixed(name: str) -> str:
        return name if name.startswith(prefix) else prefix + name

    found = components([shape], rename=prefixed)
    data = found.pop(prefixed(name_of(shape)))
    if {"ruleset", "options"} <= set(data["properties"]):
        data["properties"]["options"] = options
    for name, schema in found.items():
        schemas.setdefault(name, schema)
    return data


def _said(event: type[Event]) -> str:
    """Return the first line of the class's text, without the number of a rule."""
    line = (event.__doc__ or "").partition("\n")[0]
    return line.rstrip(".").partition(" (")[0] + "."
