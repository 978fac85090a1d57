"""From the moves and shuffles of a replay file to the end of its game, by the rules alone."""

import hashlib
from typing import Any

from games.engine.chance import ScriptedChance
from games.engine.registry import find_ruleset
from games.store import chain


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
        if move.get("undone"):
            continue
        for event in rules.decide(state, move["seat"], rules.parse_move(move["move"]), chance):
            rules.evolve(state, event)
    assert chance.left() == 0
    position = chain.canonical_json(rules.to_position(state))
    return hashlib.sha256(position.encode()).hexdigest()
