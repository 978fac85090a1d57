"""Which codes of problems an endpoint can answer: its own, and those that follow from its view."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from accounts.api.base import ApiView
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing
from config.errors import CATALOGUE, MEDIA_TYPE
from config.openapi import headers
from config.openapi.components import Schema, ref

_OF_A_TOKEN = ("token_invalid", "token_expired", "token_revoked")
_WITH_BODY = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def codes_of(view: ApiView, method: str, operation: Operation) -> dict[int, list[str]]:
    """Return the codes for each status, in the order of the catalogue."""
    possible = {*operation.refusals, *_following(view, method, operation)}
    found: dict[int, list[str]] = {}
    for code, kind in CATALOGUE.items():
        if code in possible:
            found.setdefault(kind.status, []).append(code)
            possible.remove(code)
    assert not possible, f"{operation.id}: no such codes: {sorted(possible)}"
    return found


def _following(view: ApiView, method: str, operation: Operation) -> Iterator[str]:
    yield from ("malformed_request", "unknown_field", "rate_limited")
    yield from ("internal_error", "unavailable")  # nearly all ask the database
    yield from _OF_A_TOKEN
    if method not in view.while_suspended:
        yield "account_sanctioned"
    if method in view.scopes:
        yield "insufficient_scope"
        if method not in view.public:
            yield "token_missing"
    if method in _WITH_BODY:
        yield from ("body_too_large", "unsupported_media_type")
    if operation.bodies or view.queries.get(method, Nothing) is not Nothing:
        yield "invalid_request"
    if operation.key is Key.REFUSED:
        yield "idempotency_not_supported"
    if operation.key is Key.TAKEN:
        yield "idempotency_key_reused"


def response(view: ApiView, operation: Operation, status: int, codes: list[str]) -> Schema:
    """Return what one status says: a problem with one of these codes."""
    listed = ", ".join(f"`{code}`" for code in codes)
    schema = {"allOf": [ref("Problem")], "properties": {"code": {"enum": codes}}}
    return {
        "description": f"{HTTPStatus(status).phrase}: {listed}",
        "headers": headers.of_response(view, operation, status),
        "content": {MEDIA_TYPE: {"schema": schema}},
    }


def share(document: dict[str, Any]) -> dict[str, Schema]:
    """Put references in the place of responses that several operations have; return those."""
    found: dict[str, list[tuple[dict[str, Any], str]]] = {}
    for path in document["paths"].values():
        for operation in path.values():
            for status, one in operation["responses"].items():
                if MEDIA_TYPE in one.get("content", {}):
                    found.setdefault(_name(one), []).append((operation["responses"], status))
    shared = {}
    for name, places in sorted(found.items()):
        first = places[0][0][places[0][1]]
        alike = [(responses, status) for responses, status in places if responses[status] == first]
        if len(alike) > 1:
            shared[name] = first
            for responses, status in alike:
                responses[status] = {"$ref": f"#/components/responses/{name}"}
    return shared


def _name(problem: Schema) -> str:
    """Return a name made of the codes: `NotSeated`, `NotSeatedOrNotCreator`."""
    codes = problem["content"][MEDIA_TYPE]["schema"]["properties"]["code"]["enum"]
    return "Or".join("".join(word.capitalize() for word in code.split("_")) for code in codes)
