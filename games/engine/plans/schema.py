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
_VALUE: Schema = {
    "description": "A value of the kind that it is compared with; null is what is not there.",
    "anyOf": [
        {"type": ["boolean", "integer", "null"]},
        {"type": "string", "maxLength": MAX_TEXT},
    ],
}
_KINDS = {"flag": "boolean", "number": "integer", "text": "string"}


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
        "$defs": {
            "order": _order(rules),
            "choice": _choice(rules),
            "key": _key(rules),
            "condition": _condition(rules),
            "comparison": _comparison(),
            "value": _VALUE,
        },
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
        "events": _event_types(rules),
    }


def _terms(terms: Iterable[tuple[str, Term]]) -> Schema:
    return {
        name: {"kind": term.kind, "text": term.text}
        | ({"values": list(term.values)} if term.values else {})
        for name, term in terms
    }


def _table(rules: AnyRuleset) -> Sequence[str]:
    return list(fields_of(table_of(rules)))


def _event_types(rules: AnyRuleset) -> list[str]:
    return [event.__name__ for event in (*rules.event_types, *LIFECYCLE_EVENTS)]


def _object(properties: Schema, required: Sequence[str] = ()) -> Schema:
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return made | ({"required": list(required)} if required else {})


def _one_or_more(of: str, most: int) -> Schema:
    ref = {"$ref": f"#/$defs/{of}"}
    return {"anyOf": [ref, {"type": "array", "items": ref, "minItems": 1, "maxItems": most}]}


def _order(rules: AnyRuleset) -> Schema:
    condition = {"$ref": "#/$defs/condition"}
    return _object(
        {
            "on": {
                "description": "Kinds of decision it answers, or `free` for moves that answer none."
                " All kinds, if it is left out.",
                "type": "array",
                "items": {"enum": [*rules.kinds, FREE]},
                "minItems": 1,
                "maxItems": len(rules.kinds) + 1,
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


def _choice(rules: AnyRuleset) -> Schema:
    traits = {TEXT: Term("text", "the text of the move"), **rules.terms.traits}
    return {
        "anyOf": [
            {"description": "The text of a move.", "type": "string"},
            _object(
                {
                    "when": {"$ref": "#/$defs/condition"},
                    "where": _object({name: _trait(term) for name, term in traits.items()}),
                    "by": {"description": "Which of several."} | _one_or_more("key", MAX_KEYS),
                }
            ),
        ]
    }


def _trait(term: Term) -> Schema:
    value: Schema = {"type": [_KINDS[term.kind], "null"]}
    return {"description": term.text, "anyOf": [value, {"$ref": "#/$defs/comparison"}]}


def _key(rules: AnyRuleset) -> Schema:
    names = [name for name, term in rules.terms.traits.items() if term.kind != "text"]
    ways = [_object({way: {"enum": names}}, [way]) for way in ("lowest", "highest")]
    return {"oneOf": ways}


def _comparison() -> Schema:
    value = {"$ref": "#/$defs/value"}
    return _object(
        {
            "is": value,
            "is_not": value,
            "at_least": {"type": "integer"},
            "at_most": {"type": "integer"},
            "one_of": {"type": "array", "items": value, "minItems": 1, "maxItems": MAX_PARTS},
            "has": {"description": "An element that a list has."} | value,
        }
    )


def _condition(rules: AnyRuleset) -> Schema:
    inner = {"$ref": "#/$defs/condition"}
    several = {"type": "array", "items": inner, "minItems": 1, "maxItems": MAX_PARTS}
    path = {
        "description": f"A path of the table, its steps parted by `{SEPARATOR}`; in a list with an"
        " entry for each seat `me`, `left` and `right` are places too.",
        "type": "string",
        "minLength": 1,
    }
    card = {
        name: {"anyOf": [{"type": ["string", "integer"]}, {"$ref": "#/$defs/comparison"}]}
        for name in ("code", "group", "value")
    }
    bounds = {name: {"type": "integer"} for name in ("is", "at_least", "at_most")}
    compared: Schema = _comparison()["properties"]
    return {
        "oneOf": [
            _object({"all": several}, ["all"]),
            _object({"any": several}, ["any"]),
            _object({"not": inner}, ["not"]),
            _object({"fact": path, **compared}, ["fact"]),
            _object({"count": path, "of": _object(card), **bounds}, ["count"]),
            _object(
                {
                    "happened": {"enum": _event_types(rules)},
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
        ]
    }
