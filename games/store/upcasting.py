"""Stored payloads to today's event classes and back."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.engine.events import Event
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.registry import find_ruleset
from games.store.chain import canonical_json
from games.store.errors import UnknownEventError

Payload = dict[str, Any]
Upcaster = Callable[[Payload], Payload]

UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
"""(type, schema version n) -> the function that makes a payload of n + 1 out of one of n."""

_LIFECYCLE = {event_type.__name__: event_type for event_type in LIFECYCLE_EVENTS}


def to_payload(event: Event) -> str:
    """Write an event as the canonical JSON text that is stored and hashed."""
    return canonical_json(event)


def event_type(ruleset: str, type_name: str) -> type[Event]:
    """Return the class of an event; raise `UnknownEventError`."""
    if type_name in _LIFECYCLE:
        return _LIFECYCLE[type_name]
    for candidate in find_ruleset(ruleset).event_types:
        if candidate.__name__ == type_name:
            return candidate
    raise UnknownEventError(f"{ruleset} has no event {type_name}.")


def from_payload(ruleset: str, type_name: str, schema_version: int, payload: str) -> Event:
    """Read a stored event, climbing one schema version at a time to today's."""
    wanted = event_type(ruleset, type_name)
    value: Payload = json.loads(payload)
    for version in range(schema_version, wanted.schema_version):
        upcast = UPCASTERS.get((type_name, version))
        if upcast is None:
            raise UnknownEventError(f"{type_name} has no upcaster from version {version}.")
        value = upcast(value)
    return msgspec.convert(value, wanted)
