"""Two independent ways from a replay file to the end of its game."""

import hashlib
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from games.engine.chance import ScriptedChance
from games.engine.events import Event
from games.engine.game import GameState, replay
from games.engine.registry import find_ruleset
from games.store import chain
from games.store.upcasting import from_payload


def refold(file: dict[str, Any]) -> GameState:
    """Check the hash chain of a replay and fold its payloads."""
    head = b""
    timed = []
    for event in file["events"]:
        at = datetime.fromisoformat(event["at"])
        head = chain.event_hash(
            prev_hash=head,
            game=UUID(file["id"]),
            version=event["version"],
            type_name=event["type"],
            schema_version=event["schema_version"],
            seat=event["seat"],
            cause=event["cause"],
            at=at,
            payload=event["payload"],
            salt=bytes.fromhex(event["salt"]),
        )
        assert head.hex() == event["hash"], event["version"]
        timed.append((at, event))
    # A replay does not tell commits apart; two of them are never made in one millisecond here.
    return replay(
        (at, [_event(file, event) for _, event in commit])
        for at, commit in groupby(timed, key=lambda pair: pair[0])
    )


def _event(file: dict[str, Any], event: dict[str, Any]) -> Event:
    rules = find_ruleset(file["ruleset"], file["rules_version"])
    return from_payload(rules, event["type"], event["schema_version"], event["payload"])


def replay_by_rules(file: dict[str, Any]) -> str:
    """Play the moves of a replay again, with its shuffles; return the hash of the position."""
    rules = find_ruleset(file["ruleset"], file["rules_version"])
    numbers = []
    for shuffle in file["shuffles"]:
        taken: set[int] = set()
        numbers.append([rules.pack.take(code, taken) for code in shuffle["order"]])
    chance = ScriptedChance(numbers)
    options = rules.parse_options(file["options"], file["seats"])
    state = rules.blank(options, file["seats"])
    for event in rules.deal(options, file["seats"], chance):
        rules.evolve(state, event)
    for move in file["moves"]:
        for event in rules.decide(state, move["seat"], rules.parse_move(move["move"]), chance):
            rules.evolve(state, event)
    assert chance.left() == 0
    position = chain.canonical_json(rules.to_position(state))
    return hashlib.sha256(position.encode()).hexdigest()
