"""The messages to webhooks: an entry for each type of event, and one for a test."""

from typing import Any

from accounts.event_data import EventData, TestData
from accounts.event_types import EVENT_TYPES
from accounts.webhooks.leasing import TEST
from config.openapi.components import Schema, components, name_of, ref

_HEADERS = {
    "webhook-id": "The same in every attempt: who has seen it may drop the message.",
    "webhook-timestamp": "When this attempt was made, in seconds since 1970.",
    "webhook-signature": "`v1,` and Base64, twice while two secrets are valid; one has to fit.",
}
_ID = "That of the event in the feed of the account: `GET /me/events` and its stream show the same."
_ANSWERS = {
    "2XX": {"description": "Taken. Everything else is tried again, redirects too."},
    "410": {"description": "Nothing is sent any more: the webhook is disabled."},
}


def section(schemas: dict[str, Schema]) -> dict[str, Any]:
    """Return the section; what it refers to is added to the components."""
    kinds = {str(kind): (one.text, one.data) for kind, one in EVENT_TYPES.items()}
    kinds[TEST] = ("You asked for a test.", TestData)
    for name, schema in components({data for _, data in kinds.values()}).items():
        schemas.setdefault(name, schema)
    return {kind: {"post": _message(kind, *said)} for kind, said in kinds.items()}


def _message(kind: str, text: str, data: type[EventData]) -> Schema:
    event = {} if kind == TEST else {"id": {"type": "string", "description": _ID}}
    body = {
        "type": "object",
        "properties": {
            **event,
            "type": {"type": "string", "const": kind},
            "timestamp": {
                "type": "string",
                "format": "date-time",
                "description": "When it happened.",
            },
            "data": ref(name_of(data)),
        },
        "required": [*event, "type", "timestamp", "data"],
    }
    return {
        "operationId": "receive_" + kind.replace(".", "_"),
        "summary": text,
        "tags": ["Webhooks"],
        "parameters": [_header(name, said) for name, said in _HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": _ANSWERS,
    }


def _header(name: str, text: str) -> Schema:
    return {
        "name": name,
        "in": "header",
        "required": True,
        "description": text,
        "schema": {"type": "string"},
    }
