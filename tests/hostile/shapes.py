"""Bodies that the OpenAPI document promises to take, more or less: what is changed afterwards."""

import json
import random
from functools import cache
from typing import Any

from config.stack.state import CHECKOUT

_MOST_LEVELS = 6


@cache
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CHECKOUT / "docs/openapi.json").read_text())
    return found


def body_of(method: str, path: str, rng: random.Random) -> Any:
    """Return a body for a route of the API; an object of nothing where none is described."""
    operation = document()["paths"].get(f"/api/v1{path}", {}).get(method.lower(), {})
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return sample(content.get("schema", {"type": "object"}), rng)


def sample(schema: Any, rng: random.Random, level: int = 0) -> Any:
    """Return a value of this schema, as far as it is easy to make one."""
    while isinstance(schema, dict) and "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if not isinstance(schema, dict) or level > _MOST_LEVELS:
        return None
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return sample(rng.choice(schema[choice]), rng, level + 1)
    if "allOf" in schema:
        parts = [sample(one, rng, level + 1) for one in schema["allOf"]]
        return {k: v for part in parts if isinstance(part, dict) for k, v in part.items()}
    for fixed in ("enum", "examples"):
        if schema.get(fixed):
            return rng.choice(schema[fixed])
    if "const" in schema:
        return schema["const"]
    return _of_type(schema, rng, level)


def _of_type(schema: dict[str, Any], rng: random.Random, level: int) -> Any:
    kind = schema.get("type", "object")
    if isinstance(kind, list):
        kind = rng.choice(kind)
    match kind:
        case "object":
            wanted = schema.get("properties", {})
            needed = set(schema.get("required", ()))
            names = [name for name in wanted if name in needed or rng.random() < 0.6]
            return {name: sample(wanted[name], rng, level + 1) for name in names}
        case "array":
            return [
                sample(schema.get("items", {}), rng, level + 1)
                for _ in range(rng.choice((0, 1, 2)))
            ]
        case "integer" | "number":
            return schema.get("minimum", rng.choice((0, 1, 7)))
        case "boolean":
            return rng.random() < 0.5
        case "null":
            return None
        case _:
            return "x" * max(schema.get("minLength", 1), 1)
