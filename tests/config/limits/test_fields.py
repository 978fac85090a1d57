"""`RateLimit-Policy` and `RateLimit` on every answer of the API, whoever gave it."""

import re

import pytest

from tests.config.limits.conftest import fields

ITEM = r'"[a-z-]+";q=\d+;w=\d+'
STATE = r'"[a-z-]+";r=\d+;t=\d+'


@pytest.fixture(autouse=True)
def _on(limits):
    limits.on()


def test_policies_and_how_one_stands_with_each(alice):
    response = alice.get("/me/turns")
    assert fields(response, "RateLimit-Policy") == {"reads": {"q": 600, "w": 60}}
    assert fields(response, "RateLimit") == {"reads": {"r": 599, "t": 60}}


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("", {}, 200),
        ("/errors", {}, 200),
        ("/nowhere", {}, 404),
        ("/me/turns", {}, 401),
        ("/me/turns", {"Authorization": "Bearer x"}, 401),
        ("/games?limit=0", {}, 422),
        ("/games", {"Host": "no such host!"}, 400),
        ("/health/live", {}, 200),
    ],
)
def test_answers_without_a_good_token_speak_of_the_address(
    database, settings, stranger, path, sent, status
):
    settings.ALLOWED_HOSTS = ["testserver"]
    response = stranger().request("GET", path, headers=sent)
    assert response.status_code == status
    assert re.fullmatch(ITEM, response["RateLimit-Policy"])
    assert re.fullmatch(STATE, response["RateLimit"])
    assert list(fields(response, "RateLimit")) == ["anonymous"]


def test_failures_of_our_own_speak_of_them_too(stranger, settings):
    settings.ROOT_URLCONF = "tests.config.limits.failing_urls"
    caller = stranger()
    for left in (59, 58):
        response = caller.get("/fails")
        assert response.status_code == 500
        assert fields(response, "RateLimit")["anonymous"]["r"] == left


def test_only_the_api_speaks_of_limits(stranger):
    response = stranger().client.get("/elsewhere")
    assert response.status_code == 404
    assert "RateLimit" not in response


def test_two_policies_make_a_list(database, stranger):
    response = stranger().post("/sandbox")
    assert re.fullmatch(f"{ITEM}, {ITEM}", response["RateLimit-Policy"])
    assert list(fields(response, "RateLimit")) == ["anonymous", "sandboxes"]
