"""JSON to frozen dataclasses and back, guided by nothing but the annotations.

Unknown members are ignored, because a server may add some at any time. A member that is missing
or null takes the field's default; a field without a default has to be there.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


class UnreadableError(ValueError):
    """A JSON value does not have the shape that was asked for."""


def read(kind: type[T], value: object) -> T:
    """Read a JSON value as a `kind`. Raises `UnreadableError`."""
    return cast("T", _read(kind, value, getattr(kind, "__name__", "answer")))


def as_json(value: object) -> Any:
    """Write what `read` has read as plain JSON values; times become RFC 3339 text."""
    match value:
        case datetime():
            return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        case tuple() | list():
            return [as_json(item) for item in cast("tuple[object, ...]", value)]
        case Mapping():
            members = cast("Mapping[str, object]", value)
            return {name: as_json(member) for name, member in members.items()}
        case _ if is_dataclass(value):
            # A field hidden from repr is a secret, and secrets are not written either.
            shown = (field.name for field in fields(value) if field.repr)
            return {name: as_json(getattr(value, name)) for name in shown}
        case _:
            return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: object, where: str) -> object:
    match get_origin(kind) or kind:
        case origin if origin is Union or origin is UnionType:
            return _read_optional(get_args(kind), value, where)
        case origin if origin is tuple:
            return _read_items(get_args(kind)[0], value, where)
        case origin if origin is dict:
            return _members(value, where)
        case origin if origin is datetime:
            return _read_time(value, where)
        case origin if is_dataclass(origin):
            return _read_fields(kind, _members(value, where), where)
        case _:
            return _read_scalar(kind, value, where)


def _read_scalar(kind: Any, value: object, where: str) -> object:
    fits = kind is Any or (
        isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    )
    if not fits:
        raise UnreadableError(f"{where} is not of type {kind.__name__}")
    return value


def _read_items(kind: Any, value: object, where: str) -> object:
    if not isinstance(value, list):
        raise UnreadableError(f"{where} is not a list")
    items = enumerate(cast("list[object]", value))
    return tuple(_read(kind, item, f"{where}[{number}]") for number, item in items)


def _read_fields(kind: Any, members: dict[str, object], where: str) -> object:
    hints = _hints(kind)
    found: dict[str, object] = {}
    for field in fields(kind):
        required = field.default is MISSING and field.default_factory is MISSING
        if required and field.name not in members:
            raise UnreadableError(f"{where} has no member {field.name!r}")
        value = members.get(field.name)
        if required or value is not None:
            found[field.name] = _read(hints[field.name], value, f"{where}.{field.name}")
    return cast("object", kind(**found))


def _read_optional(kinds: tuple[Any, ...], value: object, where: str) -> object:
    if value is None and NoneType in kinds:
        return None
    (kind,) = (kind for kind in kinds if kind is not NoneType)
    return _read(kind, value, where)


def _read_time(value: object, where: str) -> datetime:
    if not isinstance(value, str):
        raise UnreadableError(f"{where} is not a time")
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        raise UnreadableError(f"{where} is not a time") from None


def _members(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise UnreadableError(f"{where} is not an object")
    return cast("dict[str, object]", value)
