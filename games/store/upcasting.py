"""Stored payloads to today's event classes and back."""

import json
from collections.abc import Mapping
from functools import cache

from games.engine.events import Event
from games.engine.lifecycle import LIFECYCLE_EVENTS, EventUnread
from games.engine.registry import AnyRuleset
from games.store.chain import canonical_json
from games.store.errors import UnknownEventError

_LIFECYCLE = {event_type.__name__: event_type for event_type in LIFECYCLE_EVENTS}


def to_payload(event: Event) -> str:
    """Write an event as the canonical JSON text that is stored and hashed."""
    return canonical_json(event)


def event_type(rules: AnyRuleset, type_name: str) -> type[Event]:
    """Return the class of an event; raise `UnknownEventError`."""
    try:
        return _LIFECYCLE.get(type_name) or _types(rules)[type_name]
    except KeyError:
        raise UnknownEventError(
            f"Version {rules.rules_version} of {rules.slug} has no event {type_name}."
        ) from None


@cache
def _types(rules: AnyRuleset) -> Mapping[str, type[Event]]:
    return {candidate.__name__: candidate for candidate in rules.event_types}


def from_payload(
    rules: AnyRuleset | None, type_name: str, schema_version: int, payload: str
) -> Event:
    """Read a stored event of any schema version there has been.

    `rules` are those the game was begun under, or None if they are not installed; then what they
    recorded is an `EventUnread`. Raises `UnknownEventError`.
    """
    stored = json.loads(payload)
    found = _LIFECYCLE.get(type_name)
    if found is None:
        if rules is None:
            return EventUnread(name=type_name, seat=stored.get("seat"))
        found = event_type(rules, type_name)
    if schema_version > found.schema_version:
        raise UnknownEventError(f"{type_name} has no schema version {schema_version} here.")
    return found.from_payload(stored, schema_version)
