"""The OpenAPI document, closed: every response of the tests is held against it.

The published document is open, because clients have to bear fields that come later. Here a field
that it does not name is a failure, and so are a status, a media type, a header field or a code of a
problem that it does not promise.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from config.openapi.components import walked
from config.openapi.document import generate
from tests.contract.frames import frames_of

_ANYWHERE = {
    400: {"malformed_request"},
    401: {"token_invalid", "token_expired", "token_revoked"},
    404: {"not_found"},
    405: {"method_not_allowed"},
    429: {"rate_limited"},
}
"""What is answered where there is no such path or method."""


class UndocumentedError(AssertionError):
    """A response that the document does not promise."""


def check(method: str, path: str, status: int, headers: Mapping[str, str], content: bytes) -> None:
    """Raise `UndocumentedError` unless the document promises this response."""
    contract = _contract()
    where = f"{method} {path}: {status}"
    operation = contract.operation("GET" if method == "HEAD" else method, path)
    responses = _nowhere(status) if operation is None else operation["responses"]
    response = contract.resolved(responses.get(str(status)))
    if response is None:
        raise UndocumentedError(f"{where}: the document knows no such status")
    for name, field in response.get("headers", {}).items():
        if contract.resolved(field).get("required") and name not in headers:
            raise UndocumentedError(f"{where}: no header field {name}")
    if method != "HEAD":
        _check_body(contract, where, response, headers.get("Content-Type", ""), content)


def _nowhere(status: int) -> dict[str, Any]:
    codes = sorted(_ANYWHERE.get(status, ()))
    schema = {
        "allOf": [{"$ref": "#/components/schemas/Problem"}],
        "properties": {"code": {"enum": codes}},
    }
    return {str(status): {"content": {"application/problem+json": {"schema": schema}}}}


def _check_body(
    contract: "Contract", where: str, response: dict[str, Any], kind: str, content: bytes
) -> None:
    promised = response.get("content", {})
    if not promised:
        if content:
            raise UndocumentedError(f"{where}: a body where there is none to be")
        return
    media = kind.partition(";")[0]
    if media not in promised:
        raise UndocumentedError(f"{where}: {kind!r} is none of {sorted(promised)}")
    if "x-frames" in promised[media]:
        _check_frames(contract, where, contract.resolved(promised[media]["x-frames"]), content)
        return
    if "schema" not in promised[media]:
        return
    _check_value(contract, where, promised[media]["schema"], content)


def _check_frames(
    contract: "Contract", where: str, promised: dict[str, Any], content: bytes
) -> None:
    """Check every frame of a stream that has ended, or of its beginning."""
    for frame in frames_of(content):
        schema = promised["properties"].get(frame.event)
        if schema is None:
            raise UndocumentedError(f"{where}: no such frame: {frame.event}")
        _check_value(contract, f"{where} {frame.event}", schema, frame.data)


def _check_value(contract: "Contract", where: str, schema: dict[str, Any], content: bytes) -> None:
    validator = contract.validator(json.dumps(schema, sort_keys=True))
    body = json.loads(content)
    if not validator.is_valid(body):
        faults = "; ".join(_said(error) for error in validator.iter_errors(body))
        raise UndocumentedError(f"{where}: {faults}\n{content[:2000].decode()}")


def _said(error: jsonschema_rs.ValidationError) -> str:
    return f"/{'/'.join(map(str, error.instance_path))}: {error.message[:600]}"


class Contract:
    """The document and what was compiled of it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = walked(document, _closed)
        paths = sorted(self.document["paths"], key=lambda path: path.count("{"))
        self._paths = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]
        self._registry = jsonschema_rs.Registry([("urn:herdbook", self.document)])
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """Return what the document says of a method of a path, or None."""
        for pattern, template in self._paths:
            if pattern.fullmatch(path):
                found: dict[str, Any] | None = self.document["paths"][template].get(method.lower())
                return found
        return None

    def resolved(self, value: Any) -> Any:
        """Follow a reference."""
        if not isinstance(value, dict) or "$ref" not in value:
            return value
        found: Any = self.document
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return found

    def validator(self, schema: str) -> jsonschema_rs.Draft202012Validator:
        """Return the validator of a schema, compiled once."""
        if schema not in self._validators:
            self._validators[schema] = jsonschema_rs.Draft202012Validator(
                json.loads(schema.replace('"#/', '"urn:herdbook#/')),
                registry=self._registry,
                validate_formats=True,
            )
        return self._validators[schema]


@cache
def _contract() -> Contract:
    return Contract(generate())


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    """Forbid unknown properties; beside an `allOf` they are forbidden there."""
    if schema.get("type") == "object" and "properties" in schema:
        return {"additionalProperties": False, **schema}
    return schema
