"""What differs by ruleset: one component for each, told apart by `ruleset`."""

from collections.abc import Iterable
from typing import get_args

from accounts.api.shapes import Shape
from config.openapi.components import Schema, components, name_of, ref
from config.openapi.events import expand_events
from games.api.replay_shapes import Replay
from games.api.shapes import GameSummary, GameView, Invitation, NewGame
from games.engine.clocks import OnExpiry, TimeControl
from games.engine.registry import AnyRuleset, all_rulesets

_GAME_INPUT, _MATCH_INPUT = "GameInput", "QuickMatchInput"
_BY_RULESET: tuple[type[Shape], ...] = (GameSummary, GameView, NewGame, Invitation, Replay)
"""Shapes that say which ruleset they are of, and have `options` or a `table` of it."""


def expand(schemas: dict[str, Schema]) -> None:
    """Put in what each registered ruleset says of options, tables, events and new games."""
    rulesets = {_prefix(rules): rules for rules in all_rulesets()}
    for prefix, rules in rulesets.items():
        schemas |= _own(prefix, rules)
    options = {"anyOf": [ref(f"{prefix}Options") for prefix in rulesets]}
    for shape in _BY_RULESET:
        if name_of(shape) in schemas:
            _split(schemas, name_of(shape), rulesets)
    if {"Event", "ReplayEvent"} <= set(schemas):
        expand_events(schemas, rulesets, options)
    schemas |= components([TimeControl], rename=_sent, sent=True)
    # Who names no kind means this one.
    schemas["PerMoveInput"].pop("required")
    schemas["SandboxInput"]["properties"]["ruleset"] = {
        "type": "string",
        "enum": [rules.slug for rules in rulesets.values()],
    }
    _split_input(schemas, _GAME_INPUT, rulesets, ("minItems", "maxItems"))
    _split_input(schemas, _MATCH_INPUT, rulesets, ("minimum", "maximum"))


def _prefix(rules: AnyRuleset) -> str:
    return "".join(word.capitalize() for word in rules.slug.split("-"))


def _sent(name: str) -> str:
    return name if name == name_of(OnExpiry) else name + "Input"


def _own(prefix: str, rules: AnyRuleset) -> dict[str, Schema]:
    """Return the options, as shown and as sent, and the table of a ruleset."""

    def renamed(name: str) -> str:
        known = {name_of(rules.options_type): "Options", name_of(rules.observation_type): "Table"}
        return prefix + known.get(name, name.removeprefix(prefix))

    sent = components([rules.options_type], rename=lambda name: _sent(renamed(name)), sent=True)
    number, _ = sent[f"{prefix}OptionsInput"]["properties"]["first_seat"]["anyOf"]
    number["maximum"] = rules.seat_counts[-1] - 1
    return sent | components([rules.options_type, rules.observation_type], rename=renamed)


def _split(schemas: dict[str, Schema], name: str, rulesets: dict[str, AnyRuleset]) -> None:
    base = schemas[name]
    for prefix, rules in rulesets.items():
        own = base["properties"] | {
            "ruleset": {"type": "string", "const": rules.slug},
            "options": ref(f"{prefix}Options"),
        }
        if "table" in own:
            text = base["properties"]["table"]["description"]
            table = {"anyOf": [ref(f"{prefix}Table"), {"type": "null"}]}
            own["table"] = {"description": text, **table}
        schemas[prefix + name] = {**base, "properties": own}
    schemas[name] = _told_apart(name, rulesets) | {"description": base["description"]}


def _split_input(
    schemas: dict[str, Schema], name: str, rulesets: dict[str, AnyRuleset], bounds: tuple[str, str]
) -> None:
    """Split what asks for a game; `bounds` are the words for how many seats it may have."""
    base = schemas[name]
    for prefix, rules in rulesets.items():
        counts = zip(bounds, (rules.seat_counts[0], rules.seat_counts[-1]), strict=True)
        own = base["properties"] | {
            "ruleset": {"type": "string", "const": rules.slug},
            "seats": base["properties"]["seats"] | dict(counts),
            "options": ref(f"{prefix}OptionsInput"),
            "time_control": {"oneOf": [ref(_sent(name_of(one))) for one in get_args(TimeControl)]},
        }
        schemas[prefix + name] = {**base, "properties": own}
    schemas[name] = _told_apart(name, rulesets)


def _told_apart(name: str, rulesets: dict[str, AnyRuleset]) -> Schema:
    def listed(prefixes: Iterable[str]) -> list[Schema]:
        return [ref(prefix + name) for prefix in prefixes]

    return {
        "oneOf": listed(rulesets),
        "discriminator": {
            "propertyName": "ruleset",
            "mapping": {
                rules.slug: ref(prefix + name)["$ref"] for prefix, rules in rulesets.items()
            },
        },
    }
