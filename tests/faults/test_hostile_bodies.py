"""Bodies that would hurt, thrown at every endpoint that reads one (F29, F44)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.routes import WITH_BODY
from tests.cast import Caller
from tests.config.test_contract import REFUSED
from tests.faults.hostile import ground as ground  # noqa: PLC0414 - a fixture

OTHER_TYPES = (
    "text/plain",
    "text/json",
    "text/html",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=latin-1",
    "application/json; charset=utf-16",
    "application/json; charset=",
    "application/json; boundary=x",
    "application/jsonp",
    "application/vnd.api+json",
    "application/problem+json",
    "application/*",
    "*/*",
    "json",
    ";",
    "",
    "x" * 5000,
)
JSON_TYPES = (
    "application/json",
    "Application/JSON",
    "application/json;charset=utf-8",
    'application/json; charset="UTF-8"',
    "application/json ; charset=UTF8",
)
WRONG_TYPES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    2**53,
    "",
    "x",
    " ",
    "ü" * 100,
    [],
    [[]],
    {},
    {"a": {}},
)
"""A value of each kind, to be put where another is wanted."""


@pytest.mark.parametrize("route", WITH_BODY, ids=str)
def test_what_is_no_strict_json_is_400(subtests, ground, route):
    """Two callers: the one whose turn it is, and somebody whose token is for nothing here."""
    for name, raw in REFUSED.items():
        if not raw:
            continue  # an empty body is {}
        if "201 keys" in name and route.limit > 16 * 1024:
            continue  # a larger body may have more
        with subtests.test(name):
            caller = ground.alice if route.needs_token else Caller()
            response = caller.request(route.method, route.at(ground.game), raw=raw)
            ground.check_refused(response, 400)
            assert response.json()["code"] == "malformed_request"


@pytest.mark.parametrize("route", WITH_BODY, ids=str)
def test_what_is_too_large_is_413(subtests, ground, route):
    more = 3 * route.limit
    large = {
        "spaces": b" " * more,
        "a text": json.dumps({"move": "x" * more}).encode(),
        "one byte too many": b"{" + b" " * (route.limit - 1) + b"}",
        "brackets": b"[" * more,
        "objects": b'{"a":' * more,
    }
    for name, raw in large.items():
        with subtests.test(name):
            response = ground.alice.request(route.method, route.at(ground.game), raw=raw)
            ground.check_refused(response, 413)


def test_16_kib_are_not_too_large(ground):
    raw = b'{"colour": 1' + b" " * (16 * 1024 - 13) + b"}"
    assert len(raw) == 16 * 1024
    ground.check_refused(ground.alice.request("POST", "/games", raw=raw), 400)


@pytest.mark.parametrize("route", WITH_BODY, ids=str)
def test_another_content_type_is_415(subtests, ground, route):
    raw = json.dumps(route.body or {}).encode()
    for content_type in OTHER_TYPES:
        with subtests.test(content_type[:40]):
            response = ground.alice.request(
                route.method, route.at(ground.game), raw=raw, content_type=content_type
            )
            ground.check_refused(response, 415)


@pytest.mark.parametrize("content_type", JSON_TYPES)
def test_each_way_to_say_json_is_read(ground, content_type):
    response = ground.alice.request(
        "POST", f"/games/{ground.game}/moves", {}, content_type=content_type
    )
    ground.check_refused(response, 422)


@pytest.mark.parametrize("route", WITH_BODY, ids=str)
def test_unknown_fields_are_400(subtests, ground, route):
    """F44: a client says what it wants and nothing more."""
    names = (
        "cards",
        "card",
        "hand",
        "seat_state",
        "version",
        "__proto__",
        "id",
        "",
        " move",
        "Move",
    )
    for name in (*names, "x" * 10_000, "\u202e", "\n", "🐄"):
        if name in route.fields:
            continue
        with subtests.test(name[:20]):
            response = ground.alice.request(
                route.method, route.at(ground.game), {**(route.body or {}), name: 1}
            )
            ground.check_refused(response, 400)
            assert response.json()["code"] == "unknown_field"


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_empty(value: object) -> bool:
    return value in ([], "")


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


FITTING: dict[tuple[str, str], Callable[[object], bool]] = {
    ("/sandbox", "ruleset"): _is_text,
    ("/games/{game}/plan", "orders"): _is_empty,
    ("/games/{game}/chat", "text"): _is_text,
    ("/password-resets", "name"): _is_text,
    ("/reports", "game"): _is_text,
    ("/reports", "player"): _is_text,
    ("/me/sanctions/{sanction}/appeal", "text"): _is_text,
    ("/apps", "name"): _is_text,
    ("/apps", "homepage"): _is_empty,
    ("/apps", "redirect_uris"): _is_empty,
    ("/apps", "device_flow"): _is_switch,
    ("/apps", "confidential"): _is_switch,
    ("/apps/{client}", "name"): _is_text,
    ("/apps/{client}", "redirect_uris"): _is_empty,
}
"""What is right there, or names something there is not: any text can be said, or a name."""


@pytest.mark.parametrize("route", [route for route in WITH_BODY if route.fields], ids=str)
def test_a_value_of_another_type_is_refused(subtests, ground, route):
    for name in route.fields:
        for value in WRONG_TYPES:
            fits = FITTING.get((route.path, name))
            if fits is not None and fits(value):
                continue
            with subtests.test(f"{name}={value!r:.20}"):
                body = {**route.body, name: value}
                response = ground.alice.request(route.method, route.at(ground.game), body)
                ground.check_refused(response, 403, 409, 422)


@pytest.mark.parametrize("route", [route for route in WITH_BODY if route.body], ids=str)
def test_a_missing_value_is_refused(subtests, ground, route):
    for name in route.body:
        if name in route.optional:
            continue
        with subtests.test(name):
            body = {key: value for key, value in route.body.items() if key != name}
            response = ground.alice.request(route.method, route.at(ground.game), body)
            ground.check_refused(response, 409, 422)


def _seats(second: Any) -> dict[str, Any]:
    return {"seats": [{"kind": "me"}, second]}


_NUMBERS: tuple[Any, ...] = (-1, 0, 1.5, 2**53, -(2**53), True, None, "100", [], {}, [100])
NESTED: tuple[tuple[Callable[[Any], dict[str, Any]], tuple[Any, ...]], ...] = (
    (lambda v: {"options": {"limit": v}}, (*_NUMBERS, 10.0)),
    (lambda v: {"options": {"first_seat": v}}, (-1, 2, 1.0, "first", None, [], True)),
    (lambda v: {"options": {v: 1}}, ("", "a/b", "~", "`x`", "$", "kind", "ü")),
    (lambda v: {"time_control": {"seconds": v}}, (*_NUMBERS, 1_209_601, 1e15, 0.5)),
    (lambda v: {"time_control": {"kind": v}}, ("", 5, None, [], "per-move", {})),
    (lambda v: {"time_control": {"on_expiry": v}}, ("", 5, None, [], "HOUSE-BOT")),
    (lambda v: {"time_control": {v: 1}}, ("", "increment", "second", "type")),
    (lambda v: _seats({"kind": v}), (*WRONG_TYPES, "invite", "Me")),
    (
        lambda v: _seats({"kind": "house", "strategy": v}),
        (*WRONG_TYPES, "random ", "RANDOM", "normal'--"),
    ),
    (
        lambda v: {"seats": v},
        ("me", {"0": {"kind": "me"}}, [[], []], [None], [{"kind": "me"}] * 11),
    ),
    (lambda v: {"ruleset": v}, ("MOW", "mow ", "../mow", "mow\n", "x" * 33, "ü")),
)
"""What is put where in the body of a new game, and the values that do not fit there."""


def test_nested_values_of_a_new_game(subtests, ground):
    fine = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for put, values in NESTED:
        for value in values:
            body = {**fine, **put(value)}
            with subtests.test(json.dumps(body)[-60:]):
                ground.check_refused(ground.alice.post("/games", body), 400, 422)


def test_a_body_that_a_read_does_not_ask_for_is_not_read(ground):
    for raw in (b"[" * 1000, b"\xff" * 100, b"{}"):
        assert ground.alice.request("GET", f"/games/{ground.game}", raw=raw).status_code == 200
