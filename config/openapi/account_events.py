"""Events of the account feed: one component for each type, and one that is any of them."""

from accounts.event_types import EVENT_TYPES, EventType
from config.openapi.components import Schema, components, name_of, ref

ANY = "AccountEvent"


def component_of(type_: EventType) -> str:
    """Return the name of a type's component: `GameStartedAccountEvent` for `game.started`."""
    words = type_.replace(".", "_").split("_")
    return "".join(word.capitalize() for word in words) + ANY


def expand(schemas: dict[str, Schema]) -> None:
    """Put the types there are in the place of the shape that stands for them."""
    base = schemas[ANY]
    schemas |= components({described.data for described in EVENT_TYPES.values()})
    for type_, described in EVENT_TYPES.items():
        own = {
            "type": {"type": "string", "const": str(type_)},
            "data": ref(name_of(described.data)),
        }
        schemas[component_of(type_)] = {
            **base,
            "description": described.text,
            "properties": base["properties"] | own,
        }
    names = {type_: component_of(type_) for type_ in EVENT_TYPES}
    schemas[ANY] = {
        "description": base["description"],
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {str(type_): ref(name)["$ref"] for type_, name in names.items()},
        },
    }
