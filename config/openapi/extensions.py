"""What drf-spectacular has to be told about our inputs and about our way to authenticate."""

from typing import Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)


class Bearer(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # of a metaclass without types
    """The one way: a token in `Authorization`."""

    target_class = "accounts.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "hb_<id>_<secret>",
            "description": "A token of `POST /api/v1/sandbox`, `/accounts` or `/tokens`. The role "
            "that an operation names, and its `x-scope`, is the scope that the token must have.",
        }


class Ticket(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Beside it, for streams alone."""

    target_class = "accounts.api.tickets.TicketAuthentication"
    name = "ticket"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "query",
            "name": "ticket",
            "description": "A ticket of `POST /api/v1/stream-tickets`, good for one use.",
        }


class Strict(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Inputs: a field that is not declared is refused."""

    target_class = "accounts.api.inputs.StrictInput"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(  # noqa: SLF001 - the documented way
            self.target, direction, bypass_extensions=True
        )
        schema.pop("description", None)  # a docstring for us
        return {**schema, "additionalProperties": False}


class Flag(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """`true` or `false` in a query."""

    target_class = "games.api.inputs.QueryFlag"

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        return {"type": "boolean"}
