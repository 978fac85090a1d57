"""One operation of the document, from what its view declares."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema

from accounts.api.base import ApiView
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing, StrictInput
from accounts.api.streaming import StreamQuery
from accounts.api.tickets import TicketAuthentication
from config.openapi import frames, headers, problems
from config.openapi.components import Schema, is_frames, name_of, ref
from config.openapi.problems import codes_of

JSON = "application/json"
_PARTS_OF_PATHS = {
    "client_id": "The client id of an app.",
    "address": "The secret part of the address.",
    "game_id": "The id of a game.",
    "decision": "The id of a decision.",
    "name": "The name of an account.",
    "seat": "The number of a seat, from 0.",
    "slug": "A ruleset, such as `mow`.",
    "token_id": "The id of a token.",
    "webhook_id": "The id of a webhook.",
    "delivery_id": "The id of a delivery.",
    "sanction_id": "The id of a sanction.",
}
_TAGS = {
    "games.api.mine": "Mine",
    "accounts.api.events": "Mine",
    "games.api.calendars": "Mine",
    "games.api.rulesets": "Meta",
    "games.api.players": "Accounts",
    "games.api.refusals": "Accounts",
    "accounts.api.webhooks": "Webhooks",
    "accounts.api.webhook_deliveries": "Webhooks",
}
_TAGS_OF_PACKAGES = {"games": "Games", "accounts": "Accounts", "config": "Meta"}


class UndescribedError(Exception):
    """A method has no `Operation`, so that the document cannot say what it does."""


class OperationSchema(AutoSchema):
    """Reads inputs as drf-spectacular does, and all else from the view's `operations`."""

    view: ApiView  # type: ignore[override]  # all views of ours are

    @property
    def operation(self) -> Operation:
        """What the view says of this method."""
        try:
            return self.view.operations[self.method]
        except KeyError:
            raise UndescribedError(f"{type(self.view).__name__}: {self.method}") from None

    @property
    def _query(self) -> type[StrictInput]:
        return self.view.queries.get(self.method, Nothing)

    @property
    def _cursor_form(self) -> str:
        assert issubclass(self._query, StreamQuery), f"{self.operation.id}: no query of a stream"
        return self._query.cursor_form

    def get_operation_id(self) -> str:
        return self.operation.id

    def get_summary(self) -> str:
        return self.operation.summary

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's, not DRF's
        return self.operation.text

    def get_tags(self) -> list[str]:
        module = type(self.view).__module__
        return [_TAGS.get(module) or _TAGS_OF_PACKAGES[module.partition(".")[0]]]

    def is_deprecated(self) -> bool:
        return self.view.deprecated is not None

    def get_auth(self) -> list[Schema]:
        super().get_auth()  # registers the scheme
        scope = self.view.scopes.get(self.method)
        wanted: list[Schema] = [{"bearer": [str(scope)] if scope else []}]
        if scope:
            wanted.append({"oauth2": [str(scope)]})
        if TicketAuthentication in self.view.authentication_classes:
            wanted.append({"ticket": []})
        if scope is None or self.method in self.view.public:
            wanted.append({})
        return wanted

    def get_extensions(self) -> Schema:
        scope = self.view.scopes.get(self.method)
        return {"x-scope": str(scope)} if scope else {}

    def get_response_serializers(self) -> Any:
        return None  # so that drf-spectacular guesses none

    def get_override_parameters(self) -> list[Any]:
        return [] if self._query is Nothing else [self._query]

    def _get_parameters(self) -> list[Schema]:
        found = super()._get_parameters()
        for one in found:
            if one["in"] == "path":
                one["description"] = _PARTS_OF_PATHS[one["name"]]
        if issubclass(self._query, StreamQuery):
            found.append(headers.of_stream(self._cursor_form))
        return [*found, *headers.of_request(self.operation)]

    def _get_request_body(self, direction: Any = "request") -> Schema | None:
        shapes = self.operation.bodies
        if not shapes:
            return None
        refs = [self.resolve_serializer(shape, direction).ref for shape in shapes]
        examples = {
            name.replace(" ", "-"): {"summary": name, "value": dict(value)}
            for name, value in self.operation.examples.items()
        }
        schema = refs[0] if len(refs) == 1 else {"anyOf": refs}
        needed = all(any(f.required for f in shape().fields.values()) for shape in shapes)
        return {"content": {JSON: {"schema": schema, "examples": examples}}, "required": needed}

    def _get_response_bodies(self, direction: Any = "response") -> Schema:
        answers = dict(self.operation.answers)
        if self.operation.key is Key.TAKEN:
            answers.setdefault(200, answers.get(201))
        if self.operation.tagged:
            answers[304] = None
        found = {status: self._answer(status, shape) for status, shape in answers.items()}
        for status, codes in codes_of(self.view, self.method, self.operation).items():
            found[status] = problems.response(self.view, self.operation, status, codes)
        return {str(status): found[status] for status in sorted(found)}

    def _answer(self, status: int, shape: Any) -> Schema:
        response: Schema = {
            "description": HTTPStatus(status).phrase,
            "headers": headers.of_response(self.view, self.operation, status),
        }
        if is_frames(shape):
            response["content"] = frames.content(shape.__args__[0], self._cursor_form)
        elif isinstance(shape, str):  # a media type, of what is no JSON
            response["content"] = {shape: {}}
        elif shape is not None:
            response["content"] = {JSON: {"schema": ref(name_of(shape))}}
        return response
