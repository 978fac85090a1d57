"""Input that is taken strictly: known fields only, and no value bent into another type."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, ClassVar, NoReturn, TypeVar

from rest_framework import exceptions, serializers
from rest_framework.request import Request

_LONGEST = 100
"""Of a name that a refusal quotes."""
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})",
    re.ASCII | re.IGNORECASE,
)
_WHOLE = re.compile(r"-?[0-9]{1,18}")
T = TypeVar("T", bound="StrictInput")


class UnknownFieldError(Exception):
    """A field or parameter that does not exist was sent."""

    code = "unknown_field"


class StrictInput(serializers.Serializer[Any]):
    """Base of all inputs: a field that is not declared is refused."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"  # what was sent may hold a secret

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            for name in data:
                if name not in self.fields:
                    known = ", ".join(self.fields) or "none"
                    raise UnknownFieldError(
                        f"There is no field {name[:_LONGEST]!r} here; there are: {known}."
                    )
        return super().to_internal_value(data)


class StrictText(serializers.CharField):
    """Text, and nothing that would only look like it."""

    default_error_messages: ClassVar = {"invalid": "This must be a text."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictChoice(serializers.ChoiceField):
    """One of a few texts; the refusal of another one lists them."""

    default_error_messages: ClassVar = {"invalid_choice": "This must be one of: {choices}."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", choices=", ".join(map(str, self.choices)))
        return data


class StrictFlag(serializers.BooleanField):
    """`true` or `false`."""

    default_error_messages: ClassVar = {"invalid": "This must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class StrictWhole(serializers.IntegerField):
    """A whole number."""

    default_error_messages: ClassVar = {"invalid": "This must be a whole number."}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictMoment(serializers.DateTimeField):
    """A time as RFC 3339 has it, with its offset from UTC; read to the millisecond."""

    default_error_messages: ClassVar = {
        "invalid": "This must be a time with its offset, such as 2026-11-30T08:00:00Z."
    }

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str) or not _MOMENT.fullmatch(value):
            self.fail("invalid")
        try:
            moment = datetime.fromisoformat(value.upper()).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail("invalid")
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


class QueryWhole(serializers.IntegerField):
    """A whole number in a query: ASCII digits, without the liberties that `int` takes."""

    default_error_messages: ClassVar = {"invalid": "This must be a whole number."}

    def to_internal_value(self, data: Any) -> int:
        if not _WHOLE.fullmatch(data):
            self.fail("invalid")
        return super().to_internal_value(data)


def how_many(things: str, *, most: int = 100) -> QueryWhole:
    """Return the parameter that says how many of these an answer holds."""
    return QueryWhole(
        required=False,
        default=50,
        min_value=1,
        max_value=most,
        help_text=f"How many {things}, at most.",
    )


class PageQuery(StrictInput):
    """Which page of a list."""

    limit = how_many("items")
    cursor = serializers.CharField(
        required=False, max_length=200, help_text="The `next` of the page before."
    )


class StrictObject(serializers.DictField):
    """A JSON object, read further by whoever owns its meaning."""

    default_error_messages: ClassVar = {"not_a_dict": "This must be an object."}


class Nothing(StrictInput):
    """The body of a request that says nothing."""


@cache
def _reader(shape: type[StrictInput]) -> StrictInput:
    """Return the one instance that reads all requests of this shape.

    Making it copies every field, which took a move longer than reading does. To validate changes
    nothing in it: none of our fields looks at a context or keeps what it saw.
    """
    return shape()


def read_body(request: Request, shape: type[T]) -> dict[str, Any]:
    """Read the body; raise `UnknownFieldError` or `ValidationError`."""
    read: dict[str, Any] = _reader(shape).run_validation(request.data)
    return read


def read_query(request: Request, shape: type[T]) -> dict[str, Any]:
    """Read the query parameters; each may occur once.

    Raises `ParseError`, `UnknownFieldError` or `ValidationError`.
    """
    if not request.query_params and shape is Nothing:
        return {}
    for values in request.query_params.lists():
        if len(values[1]) > 1:
            raise exceptions.ParseError("A query parameter is there twice.")
        if "\0" in values[0] + values[1][0]:
            raise exceptions.ParseError("The query holds the character NUL.")
    read: dict[str, Any] = _reader(shape).run_validation(request.query_params.dict())
    return read


def refuse(name: str, detail: str) -> NoReturn:
    """Raise the refusal of one value."""
    raise serializers.ValidationError({name: [detail]})
