"""Events: one component for each type, and one that is any of them.

The type of an event's data comes from its class: what it returns to viewers, and what it returns
when the game is over. Two rulesets may have types of one name, which then differ in their data.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from config.openapi.components import Schema, components, name_of, ref
from games.engine.events import Event
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.registry import AnyRuleset

Variants = dict[str, list[str]]
"""The components of each type of event."""


def expand_events(
    schemas: dict[str, Schema], rulesets: Mapping[str, AnyRuleset], options: Schema
) -> None:
    """Put the types of events there are in the place of `Event` and of `ReplayEvent`."""
    groups: dict[str, Iterable[type[Event]]] = {"": LIFECYCLE_EVENTS}
    groups |= {prefix: rules.event_types for prefix, rules in rulesets.items()}
    any_event, any_replayed = schemas["Event"], schemas["ReplayEvent"]
    events: Variants = {}
    replayed: Variants = {}
    for prefix, types in groups.items():
        for one in types:
            seen = _data(one.shown_type(), prefix, schemas, options)
            opened = _data(one.opened_type(), prefix, schemas, options)
            either = seen if seen == opened else {"anyOf": [seen, opened]}
            text = {"description": _said(one)}
            _add(schemas, events, any_event, one, f"{prefix}{name_of(one)}Event", text, seen)
            name = f"{prefix}{name_of(one)}ReplayEvent"
            _add(schemas, replayed, any_replayed, one, name, text, either)
    schemas["Event"] = _any_of(any_event, events, schemas)
    schemas["ReplayEvent"] = _any_of(any_replayed, replayed, schemas)


def _data(shape: Any, prefix: str, schemas: dict[str, Schema], options: Schema) -> Schema:
    """Return the schema of an event's data; what it refers to becomes components."""
    found = components([shape], rename=lambda name: _prefixed(prefix, name))
    data = found.pop(_prefixed(prefix, name_of(shape)))
    if {"ruleset", "options"} <= set(data["properties"]):
        data["properties"]["options"] = options
    for name, schema in found.items():
        schemas.setdefault(name, schema)
    return data


def _prefixed(prefix: str, name: str) -> str:
    return name if name.startswith(prefix) else prefix + name


def _said(event: type[Event]) -> str:
    return (event.__doc__ or "").partition("\n")[0].rstrip(".").partition(" (")[0] + "."


def _add(
    schemas: dict[str, Schema],
    variants: Variants,
    base: Schema,
    event: type[Event],
    name: str,
    text: Schema,
    data: Schema,
) -> None:
    properties = base["properties"] | {
        "type": {"type": "string", "const": name_of(event)},
        "data": data,
    }
    schemas[name] = {**base, **text, "properties": properties}
    variants.setdefault(name_of(event), []).append(name)


def _any_of(base: Schema, variants: Variants, schemas: dict[str, Schema]) -> Schema:
    mapping = {}
    for name, listed in variants.items():
        mapping[name] = listed[0]
        if len(listed) > 1:
            mapping[name] = name + listed[0].removeprefix(listed[0].partition(name)[0] + name)
            schemas[mapping[name]] = {"anyOf": [ref(one) for one in listed]}
    return {
        "description": base["description"],
        "oneOf": [ref(name) for name in mapping.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {kind: ref(name)["$ref"] for kind, name in mapping.items()},
        },
    }
