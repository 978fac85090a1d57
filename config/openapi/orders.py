"""Standing orders: their grammar as components, for games of any ruleset.

A request does not say of which ruleset its game is, so each word of any ruleset is one here. What
games of one ruleset take, and nothing else, is in `plan` of `GET /rulesets/{slug}`.

A condition inside another one is any object: whatever walks through all that a schema allows comes
to no end where a part contains itself, or does so six times.
"""

from config.openapi.components import Schema, ref, walked
from games.engine.plans.reading import MAX_ORDERS
from games.engine.plans.reading_conditions import MAX_DEPTH
from games.engine.plans.schema import plan_parts
from games.engine.registry import all_rulesets

_PREFIX = "#/$defs/"
_INNER: Schema = {
    "description": f"A condition again. They stand in one another {MAX_DEPTH} deep at most.",
    "type": "object",
}


def expand(schemas: dict[str, Schema]) -> None:
    """Put the grammar in the place of the objects that stand for it."""
    parts = plan_parts(list(all_rulesets()))
    for word in ("all", "any"):
        parts[word]["properties"][word]["items"] = _INNER
    parts["not"]["properties"]["not"] = _INNER
    parts["traits"] = _traits(parts["traits"])
    schemas |= {_name(part): walked(schema, _renamed) for part, schema in parts.items()}
    schemas["PlanInput"]["properties"]["orders"] |= {
        "items": ref(_name("order")),
        "maxItems": MAX_ORDERS,
    }


def _traits(listed: Schema) -> Schema:
    """Return the names of all traits, with what may stand at any of them.

    Moves of two games have few traits in common, so each for itself would say little more.
    """
    return {
        "type": "object",
        "propertyNames": {"enum": list(listed["properties"])},
        "additionalProperties": {"anyOf": [ref(_name("value")), ref(_name("comparison"))]},
    }


def _name(part: str) -> str:
    return "OrderInput" if part == "order" else f"Order{part.capitalize()}Input"


def _renamed(schema: Schema) -> Schema:
    target = schema.get("$ref", "")
    if not target.startswith(_PREFIX):
        return schema
    return {**schema, **ref(_name(target.removeprefix(_PREFIX)))}
