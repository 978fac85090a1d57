"""JSON in and out, as the API promises: strict in what it takes, plain in what it gives.

A body that any two JSON readers could understand differently is refused, and so is one that
would hurt: deep nesting, duplicate keys, NUL, lone surrogates, NaN, numbers beyond ±2^53.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NoReturn

import msgspec
from rest_framework import exceptions
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

MAX_BYTES = 16 * 1024
LARGER = {"/api/v1/imports": 1024 * 1024}
"""Paths that take more: a replay has every event of a game in it."""
MAX_DEPTH = 16
MAX_KEYS = 200
MAX_WHOLE = 2**53
_JSON = re.compile(r'\s*application/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*', re.IGNORECASE)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKET = re.compile(r"[][{}]")


class BodyTooLargeError(exceptions.APIException):
    status_code = 413
    default_code = "body_too_large"

    def __init__(self, limit: int = MAX_BYTES) -> None:
        super().__init__(f"The body is larger than {limit // 1024} KiB.")


def max_bytes(path: str) -> int:
    """Return how many bytes the body of a request to this path may have."""
    return LARGER.get(path, MAX_BYTES)


class JsonOnly(DefaultContentNegotiation):
    """Take `application/json` in UTF-8 only and ignore `Accept`: the answer is always JSON."""

    def select_parser(
        self,
        request: Request,
        parsers: Sequence[BaseParser],  # type: ignore[override]  # the stubs want an Iterable
    ) -> BaseParser | None:
        """Return the parser, or None for any other type; wildcards are no type of a body."""
        return parsers[0] if _JSON.fullmatch(request.content_type or "") else None

    def select_renderer(
        self,
        request: Request,
        renderers: Sequence[BaseRenderer],  # type: ignore[override]  # the stubs want an Iterable
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class JsonRenderer(BaseRenderer):
    """Compact UTF-8 JSON."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)


class StrictJsonParser(BaseParser):
    """Read one JSON object, or refuse with 400 and say why."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        limit = max_bytes(parser_context["request"].path_info) if parser_context else MAX_BYTES
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise BodyTooLargeError(limit)
        # What may be larger may have more keys; how many, its bytes limit.
        return read_object(raw, max_keys=MAX_KEYS if limit == MAX_BYTES else limit)


def read_object(raw: bytes, *, max_keys: int = MAX_KEYS) -> dict[str, Any]:
    """Read a JSON object; raise `ParseError` with a reason."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise exceptions.ParseError("The body is not UTF-8.") from None
    _check_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_number,
            parse_constant=_refuse_constant,
        )
    except (ValueError, RecursionError):
        raise exceptions.ParseError("The body is not JSON.") from None
    if not isinstance(value, dict):
        raise exceptions.ParseError("The body must be a JSON object.")
    keys = 0
    for found in _strings(value):
        keys += found.is_key
        _check_text(found.text)
    if keys > max_keys:
        raise exceptions.ParseError(f"The body has more than {max_keys} keys.")
    return value


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        if bracket in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise exceptions.ParseError(f"The body is nested deeper than {MAX_DEPTH}.")
        else:
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise exceptions.ParseError("An object has the same key twice.")
    return found


def _whole(digits: str) -> int:
    # Python refuses to read thousands of digits, so their number is looked at first.
    if len(digits) > 17 or abs(int(digits)) > MAX_WHOLE:  # noqa: PLR2004 - 2^53 has 16 digits
        raise exceptions.ParseError("A number lies beyond ±2^53.")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if abs(number) > MAX_WHOLE:
        raise exceptions.ParseError("A number lies beyond ±2^53.")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise exceptions.ParseError(f"{name} is not JSON.")


class _Text:
    __slots__ = ("is_key", "text")

    def __init__(self, text: str, *, is_key: bool) -> None:
        self.text = text
        self.is_key = is_key


def _strings(value: Any) -> Iterator[_Text]:
    match value:
        case str():
            yield _Text(value, is_key=False)
        case list():
            for item in value:
                yield from _strings(item)
        case dict():
            for key, item in value.items():
                yield _Text(key, is_key=True)
                yield from _strings(item)
        case _:
            pass


def _check_text(text: str) -> None:
    if "\0" in text:
        raise exceptions.ParseError("A text holds the character NUL.")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise exceptions.ParseError("A text holds half of a surrogate pair.") from None
