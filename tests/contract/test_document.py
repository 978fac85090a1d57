"""The document is complete, committed as it is made, and served; views say all that it needs."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.api.describing import Operation
from accounts.api.inputs import StrictInput
from accounts.scopes import Scope
from config.errors import CATALOGUE
from config.openapi import document
from config.openapi.__main__ import COMMITTED
from config.openapi.document import FlawedDocumentError, as_text, generate, views
from config.openapi.schema import UndescribedError
from config.urls import api
from tests.api.routes import ROUTES
from tests.cast import Caller


@pytest.fixture(scope="module")
def made():
    return generate()


def operations(made):
    for path, methods in made["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path.removeprefix('/api/v1')}", operation


def test_the_committed_document_is_the_one_that_is_made(made):
    assert COMMITTED.read_text() == as_text(made), "run `make schema` and commit what it writes"


def test_every_route_and_method_stands_in_it(made):
    ours = {re.sub(r"\{\w+\}", "{}", str(route)) for route in ROUTES}
    assert {re.sub(r"\{\w+\}", "{}", name) for name, _ in operations(made)} == ours


def test_every_operation_says_what_it_does_and_answers(made):
    ids = [operation["operationId"] for _, operation in operations(made)]
    assert len(ids) == len(set(ids))
    for name, operation in operations(made):
        assert operation["summary"], name
        assert {"429", "500"} < set(operation["responses"]), name
        assert any(status < "300" for status in operation["responses"]), name
        for example in _bodies(operation):
            assert example["examples"], name


def _bodies(operation):
    return operation.get("requestBody", {}).get("content", {}).values()


def test_it_names_scopes_and_where_no_token_is_needed(made):
    scopes = {route.method + " " + route.path: route for route in ROUTES}
    for name, operation in operations(made):
        route = scopes[re.sub(r"_id\}", "}", name)]
        assert operation.get("x-scope") == route.scope
        assert operation["security"][0] == {"bearer": [route.scope] if route.scope else []}
        assert ({} in operation["security"]) is not route.needs_token


def test_every_code_of_the_catalogue_is_answered_by_something(made):
    named = {
        code
        for _, operation in operations(made)
        for response in operation["responses"].values()
        for code in _codes(made, response)
    }
    # What no documented operation answers: other paths and methods.
    assert set(CATALOGUE) - named <= {"method_not_allowed", "forbidden"}
    for scope in Scope:
        assert scope in made["components"]["schemas"]["Scope"]["enum"]


def _codes(made, response):
    if "$ref" in response:
        response = made["components"]["responses"][response["$ref"].rpartition("/")[2]]
    problem = response.get("content", {}).get("application/problem+json")
    return problem["schema"]["properties"]["code"]["enum"] if problem else []


def test_inputs_are_closed_and_answers_are_open(made):
    schemas = made["components"]["schemas"]
    inputs = {name for name, schema in schemas.items() if "additionalProperties" in schema}
    inputs = {name for name in inputs if schemas[name]["additionalProperties"] is False}
    assert {"MoveInput", "MowGameInput", "MowOptionsInput", "AccountInput"} <= inputs
    assert all(name.endswith(("Input", "Changes")) for name in inputs)


class Undescribed(ApiView):
    def get(self, request):
        return Response()


class Unknown(StrictInput):
    """Has no shape that a schema could be made of."""

    thing = serializers.Field[Any, Any, Any, Any]()


class Odd(Undescribed):
    __module__ = "config.odd"
    operations = {"GET": Operation("odd", "Odd", answers={200: None})}
    queries = {"GET": Unknown}


@pytest.mark.parametrize(
    ("view", "error"), [(Undescribed, UndescribedError), (Odd, FlawedDocumentError)]
)
def test_a_view_that_does_not_say_enough_fails(view, error, monkeypatch):
    from django.urls import path

    monkeypatch.setattr(document, "_routes", lambda: [path("api/v1/odd", view.as_view())])
    with pytest.raises(error):
        generate()


def test_every_view_has_an_operation_for_each_of_its_methods():
    for view in views(api):
        methods = {
            name for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)
        }
        assert {name.lower() for name in view.operations} == methods, view


def test_it_is_served_and_known_again(database, made):
    response = Caller().get("/openapi.json")
    assert response.json() == json.loads(json.dumps(made))
    again = Caller().get("/openapi.json", If_None_Match=response["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert response["Cache-Control"] == "no-cache"


def test_the_page_needs_nothing_from_elsewhere(database):
    page = Client().get("/api/v1/docs")
    text = page.content.decode()
    assert 'spec-url="openapi.json"' in text
    assert "//" not in text.replace("<!doctype html>", "")
    (script,) = re.findall(r'<script src="([^"]+)"></script>', text)
    assert "script-src 'self';" in page["Content-Security-Policy"]
    served = Client().get(script)
    assert served.status_code == 200
    assert b"redoc" in b"".join(served)[:100_000].lower()
