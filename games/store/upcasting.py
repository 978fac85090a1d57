"""Stored payloads to today's event classes and back."""

import json

from games.engine.events import Event
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.registry import find_ruleset
from games.store.chain import canonical_json
from games.store.errors import UnknownEventError

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
    """Read a stored event of any schema version there has been."""
    return event_type(ruleset, type_name).from_payload(json.loads(payload), schema_version)
