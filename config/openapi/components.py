"""JSON Schemas of types, as components of the document."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from accounts.api.streaming import Frames

Schema = dict[str, Any]
REF = "#/components/schemas/"
_GENERIC = re.compile(r"([A-Za-z]+)_([A-Za-z]+)_")


def ref(name: str) -> Schema:
    """Return a reference to a component."""
    return {"$ref": REF + name}


def is_frames(shape: Any) -> bool:
    """Answer whether a shape is that of a stream: of its frames, by the name of their event."""
    return getattr(shape, "__origin__", None) is Frames


def name_of(shape: Any) -> str:
    """Return the name of a shape's component: `Page[Bot]` is a `BotPage`."""
    origin = getattr(shape, "__origin__", None)
    if origin is None:
        return str(shape.__name__)
    if origin is Frames:
        return name_of(shape.__args__[0])
    return "".join(name_of(one) for one in shape.__args__) + name_of(origin)


def components(
    types: Iterable[Any], *, rename: Callable[[str], str] = str, sent: bool = False
) -> dict[str, Schema]:
    """Return the components of these types and of all that they refer to.

    What is answered is always all there, and clients have to bear fields that come later. Of what
    is `sent`, a field with a default may be left out, and one that does not exist is refused.
    """

    def adapted(schema: Schema) -> Schema:
        if "prefixItems" in schema:
            return _evened(schema)
        if "$ref" not in schema:
            return schema
        return {**schema, **ref(rename(_plain(schema["$ref"].removeprefix(REF))))}

    _, found = msgspec.json.schema_components(types, ref_template=REF + "{name}")
    for schema in found.values():
        schema.pop("title", None)
        if not sent:
            _complete(schema)
    return {rename(_plain(name)): walked(schema, adapted) for name, schema in found.items()}


def _plain(name: str) -> str:
    """Turn msgspec's name of a generic, `Page_Bot_`, into that of `name_of`."""
    match = _GENERIC.fullmatch(name)
    plain = match[2] + match[1] if match else name
    assert plain.isalpha(), f"{name}: two types have the same name"
    return plain


def _evened(schema: Schema) -> Schema:
    """Write a tuple as a list of that length: generators of clients read no `prefixItems`."""
    even = {key: value for key, value in schema.items() if key != "prefixItems"}
    kinds: list[Schema] = []
    for kind in schema["prefixItems"]:
        if kind not in kinds:
            kinds.append(kind)
    return {**even, "items": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}


def _complete(schema: Schema) -> None:
    for name, field in schema.get("properties", {}).items():
        if "default" in field:
            del field["default"]
            schema["required"].append(name)
    schema.pop("additionalProperties", None)


def walked(value: Any, change: Callable[[Schema], Schema]) -> Any:
    """Return a copy in which every object went through `change`, the innermost first."""
    match value:
        case dict():
            return change({key: walked(inner, change) for key, inner in value.items()})
        case list():
            return [walked(item, change) for item in value]
        case _:
            return value
