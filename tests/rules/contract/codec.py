"""The texts in which states and events are kept."""

import json
from collections.abc import Iterable

import msgspec

from games.engine.events import Event
from games.engine.registry import AnyRuleset
from games.engine.ruleset import State


def encoded(state: State) -> bytes:
    """Return a state's snapshot."""
    return msgspec.json.encode(state)


def from_snapshot(ruleset: AnyRuleset, snapshot: bytes) -> State:
    """Return the state of a snapshot."""
    return msgspec.json.decode(snapshot, type=ruleset.state_type)


def payload(event: Event) -> str:
    """Return an event as canonical JSON text, as the log keeps it."""
    return json.dumps(
        msgspec.to_builtins(event), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


def through_log(events: Iterable[Event]) -> list[Event]:
    """Return events as they come back from the log."""
    return [msgspec.convert(json.loads(payload(event)), type(event)) for event in events]
