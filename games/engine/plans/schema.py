"""The grammar of orders for games of one ruleset, as JSON Schema and as lists of its words."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.plans.grammar import FREE, TEXT
from games.engine.plans.paths import SEPARATOR, fields_of, table_of
from games.engine.plans.reading import MAX_CHOICES, MAX_KEYS, MAX_ORDERS, MAX_TIMES
from games.engine.plans.reading_conditions import MAX_PARTS, MAX_TEXT
from games.engine.plans.terms import Term
from games.engine.registry import AnyRuleset

Schema = dict[str, Any]
_WHOLE: Schema = {"type": "integer", "minimum": -(2**53), "maximum": 2**53}
"""What every program reads exactly, and a body may hold."""
_TEXT: Schema = {"type": "string", "maxLength": MAX_TEXT}
_VALUE: Schema = {
    "description": "A value of the kind that it is compared with; null is what is not there.",
    "anyOf": [
        {"type": ["boolean", "null"]},
        _WHOLE,
        _TEXT,
    ],
}
_KINDS: dict[str, Schema] = {"flag": {"type": "boolean"}, "number": _WHOLE, "text": _TEXT}


def plan_schema(rules: AnyRuleset) -> Schema:
    """Return the JSON Schema of the list of orders.

    What it allows may still be refused, for what it cannot say: that a path leads somewhere, that
    a value is of the kind that stands there, that a move is one.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Standing orders for {rules.title}",
        "type": "array",
        "maxItems": MAX_ORDERS,
        "items": {"$ref": "#/$defs/order"},
        "$defs": plan_parts([rules]),
    }


def plan_parts(rulesets: Sequence[AnyRuleset]) -> dict[str, Schema]:
    """Return what orders are made of, by name, where the game is of any of these rulesets.

    The parts refer to one another as `#/$defs/NAME`.
    """
    return {
        "order": _order(rulesets),
        **_choices(rulesets),
        **_conditions(rulesets),
        "comparison": _comparison(),
        "value": _VALUE,
    }


def plan_words(rules: AnyRuleset) -> Schema:
    """Return all that orders may speak of, for people and for whoever builds a form for them."""
    return {
        "facts": {
            **{name: {"text": "see `table`"} for name in _table(rules)},
            **_terms(rules.terms.facts.items()),
        },
        "traits": {
            TEXT: {"kind": "text", "text": "the text of the move"},
            **_terms(rules.terms.traits.items()),
        },
        "events": _event_types([rules]),
    }


def _terms(terms: Iterable[tuple[str, Term]]) -> Schema:
    return {
        name: {"kind": term.kind, "text": term.text}
        | ({"values": list(term.values)} if term.values else {})
        for name, term in terms
    }


def _table(rules: AnyRuleset) -> Sequence[str]:
    return list(fields_of(table_of(rules)))


def _event_types(rulesets: Iterable[AnyRuleset]) -> list[str]:
    own = (event for rules in rulesets for event in rules.event_types)
    return _once(event.__name__ for event in (*own, *LIFECYCLE_EVENTS))


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _object(properties: Schema, required: Sequence[str] = ()) -> Schema:
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return made | ({"required": list(required)} if required else {})


def _of(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _one_or_more(of: str, most: int) -> Schema:
    several = {"type": "array", "items": _of(of), "minItems": 1, "maxItems": most}
    return {"anyOf": [_of(of), several]}


def _order(rulesets: Sequence[AnyRuleset]) -> Schema:
    condition = _of("condition")
    kinds = [*_once(kind for rules in rulesets for kind in rules.kinds), FREE]
    return _object(
        {
            "on": {
                "description": "Kinds of decision it answers, or `free` for moves that answer none."
                " All kinds, if it is left out.",
                "type": "array",
                "items": {"enum": kinds},
                "minItems": 1,
                "maxItems": max(len(rules.kinds) for rules in rulesets) + 1,
            },
            "when": condition,
            "move": {"description": "What to play: the first of these that can be played."}
            | _one_or_more("choice", MAX_CHOICES),
            "times": {
                "description": "How often; null: whenever it can be.",
                "type": ["integer", "null"],
                "minimum": 1,
                "maximum": MAX_TIMES,
                "default": 1,
            },
            "lasts": {
                "description": "`round`: void when another round is dealt.",
                "enum": ["round", "game"],
                "default": "round",
            },
            "until": {"description": "Void for good once this holds."} | condition,
            "after": {
                "description": "The number, from 0, of an order further up that has to be played"
                " first.",
                "type": "integer",
                "minimum": 0,
                "maximum": MAX_ORDERS - 1,
            },
        },
        ["move"],
    )


def _choices(rulesets: Iterable[AnyRuleset]) -> dict[str, Schema]:
    known = [each for rules in rulesets for each in rules.terms.traits.items()]
    traits: dict[str, list[Term]] = {TEXT: [Term("text", "the text of the move")]}
    for name, term in known:
        traits.setdefault(name, []).append(term)
    ordered = _once(name for name, term in known if term.kind != "text")
    return {
        "choice": {
            "anyOf": [{"description": "The text of a move.", "type": "string"}, _of("pick")]
        },
        "pick": _object(
            {
                "when": _of("condition"),
                "where": _of("traits"),
                "by": {"description": "Which of several."} | _one_or_more("key", MAX_KEYS),
            }
        ),
        "traits": _object({name: _trait(terms) for name, terms in traits.items()}),
        "key": {"oneOf": [_of("lowest"), _of("highest")]},
        "lowest": _object({"lowest": {"enum": ordered}}, ["lowest"]),
        "highest": _object({"highest": {"enum": ordered}}, ["highest"]),
    }


def _trait(terms: Iterable[Term]) -> Schema:
    kinds = [_KINDS[kind] for kind in _once(term.kind for term in terms)]
    text = "; or: ".join(_once(term.text for term in terms))
    return {"description": text, "anyOf": [*kinds, {"type": "null"}, _of("comparison")]}


def _comparison() -> Schema:
    value = {"$ref": "#/$defs/value"}
    return _object(
        {
            "is": value,
            "is_not": value,
            "at_least": _WHOLE,
            "at_most": _WHOLE,
            "one_of": {"type": "array", "items": value, "minItems": 1, "maxItems": MAX_PARTS},
            "has": {"description": "An element that a list has."} | value,
        }
    )


def _conditions(rulesets: Iterable[AnyRuleset]) -> dict[str, Schema]:
    names = ("all", "any", "not", "fact", "count", "happened")
    several = {"type": "array", "items": _of("condition"), "minItems": 1, "maxItems": MAX_PARTS}
    path = {
        "description": f"A path of the table, its steps parted by `{SEPARATOR}`; in a list with an"
        " entry for each seat `me`, `left` and `right` are places too.",
        "type": "string",
        "minLength": 1,
    }
    card = {
        name: {"anyOf": [kind, {"type": "null"}, _of("comparison")]}
        for name, kind in (("code", _TEXT), ("group", _TEXT), ("value", _WHOLE))
    }
    bounds = dict.fromkeys(("is", "at_least", "at_most"), _WHOLE)
    compared: Schema = _comparison()["properties"]
    return {
        "condition": {"oneOf": [_of(name) for name in names]},
        "all": _object({"all": several}, ["all"]),
        "any": _object({"any": several}, ["any"]),
        "not": _object({"not": _of("condition")}, ["not"]),
        "fact": _object({"fact": path, **compared}, ["fact"]),
        "count": _object({"count": path, "of": _of("card"), **bounds}, ["count"]),
        "card": _object(card),
        "happened": _object(
            {
                "happened": {"enum": _event_types(rulesets)},
                "by": {"enum": ["anybody", "me", "others"], "default": "anybody"},
                "since": {
                    "description": "The giving of the plan, or your last move.",
                    "enum": ["plan", "move"],
                    "default": "plan",
                },
                **bounds,
            },
            ["happened"],
        ),
    }
