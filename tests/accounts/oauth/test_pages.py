"""Logging in for people, and what is refused at the endpoints for apps."""

import random

import pytest
from django.test import Client

from accounts.services import failures
from tests.accounts.hashing import CheapArgon2
from tests.accounts.oauth.browsing import Browser, logged_in, person, refused, register, words
from tests.accounts.people import PASSWORD, bot_player, open_bot, open_person
from tests.cast import Caller, problem

LOG_IN = "/oauth/log-in?again=1"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def cheap(settings):
    settings.PASSWORD_HASHERS = [f"{CheapArgon2.__module__}.{CheapArgon2.__qualname__}"]


def test_a_person_logs_in_and_goes_on_where_they_were(database, cheap):
    browser = Browser(open_person())
    app = register(person())
    first = browser.get(app.request())
    moment = browser.get(first["Location"])  # the cookie does not come along from elsewhere
    assert 'http-equiv="refresh"' in moment.text
    again = f"{first['Location']}&again=1"
    wrong = browser.send(again, name=browser.person.name, password="not this one")
    assert wrong.status_code == 401
    assert "There is no account with this name and password" in words(wrong)
    right = browser.answer(wrong, again, name=browser.person.name, password=PASSWORD)
    assert right["Location"] == app.request()
    cookie = browser.client.cookies["herdbook_session"]
    assert (cookie["samesite"], cookie["httponly"]) == ("Strict", True)
    assert browser.get(app.request()).status_code == 200
    assert browser.get(again)["Location"] == app.request()


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "/oauth/../admin/",
        "/admin/",
        "javascript:alert(1)",
        "/oauth//evil.example",
        "",
    ],
)
def test_nobody_is_sent_elsewhere_by_a_log_in(database, target):
    response = logged_in().client.get("/oauth/log-in", {"next": target, "again": "1"})
    assert response.status_code == 302
    assert response["Location"].startswith("/oauth/")


def test_passwords_cannot_be_tried_without_end(database, cheap):
    browser = Browser(open_person())
    for _ in range(failures.WITH_A_NAME.most):
        assert browser.send(LOG_IN, name=browser.person.name, password="x").status_code == 401
    response = browser.log_in()
    assert response.status_code == 429
    assert "Too many log-ins have failed" in words(response)


def test_a_log_in_without_the_token_of_the_form_is_refused(database):
    response = Client(enforce_csrf_checks=True).post(LOG_IN, {"name": "a", "password": "b"})
    assert response.status_code == 403


def test_the_cookie_opens_no_api_and_a_token_no_page(database):
    browser = logged_in()
    problem(Caller(client=browser.client).get("/me"), 401, "token_missing")
    response = Client().get(
        "/oauth/device", headers={"Authorization": f"Bearer {browser.person.token}"}
    )
    assert response["Location"].startswith("/oauth/log-in")


def test_programs_do_not_log_in(database):
    owner = person()
    bot = bot_player(owner, open_bot(owner))
    browser = Browser(bot)
    assert browser.log_in().status_code == 401


def test_logging_out_lets_somebody_else_in(database):
    browser = logged_in()
    shown = browser.get("/oauth/device")
    response = browser.answer(shown, "/oauth/log-out?next=/oauth/device")
    assert response["Location"] == "/oauth/device"
    assert browser.get("/oauth/device").status_code == 302
    assert Client().get("/oauth/log-out").status_code == 405


@pytest.mark.parametrize("path", ["token", "revoke", "introspect", "device-authorization"])
def test_endpoints_take_forms_by_post_and_nothing_else(database, path):
    for method in ("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "FOO"):
        response = Client().generic(method, f"/oauth/{path}")
        refused(response, "invalid_request", 405)
        assert response["Allow"] == "POST"
    refused(Client().post(f"/oauth/{path}", {"a": 1}, "application/json"), "invalid_request", 415)
    refused(Client().post(f"/oauth/{path}?token=x", "token=x", FORM), "invalid_request")


def test_browsers_of_any_origin_may_call_them(database):
    for path in ("/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server"):
        headers = {"Origin": "https://spa.example", "Access-Control-Request-Method": "POST"}
        response = Client().options(path, headers=headers)
        assert response["Access-Control-Allow-Origin"] == "*"
    response = Client().get("/oauth/device", headers={"Origin": "https://spa.example"})
    assert "Access-Control-Allow-Origin" not in response.headers


def test_whatever_is_sent_is_no_failure_of_ours(database):
    """Bad input never gives a 500."""
    rng = random.Random(8628)
    names = (
        *("client_id", "client_secret", "grant_type", "code", "code_verifier", "redirect_uri"),
        *("refresh_token", "device_code", "token", "scope", "user_code", "response_type"),
    )
    values = (
        *("%00", "%ff%fe", "%ED%A0%80", "x" * 9000, "%", "%zz", "authorization_code", "é", ""),
        *("refresh_token", "urn:ietf:params:oauth:grant-type:device_code", "{}", "a b", "'"),
    )
    app = register(person(), device_flow=True)
    browser = logged_in()
    paths = ("token", "revoke", "introspect", "device-authorization", "authorize", "device")
    for _ in range(60):
        pairs = [(rng.choice(names), rng.choice(values)) for _ in range(rng.randrange(6))]
        pairs += [("client_id", app.client_id)] * rng.randrange(2)
        sent = "&".join(f"{name}={value}" for name, value in pairs)
        path = f"/oauth/{rng.choice(paths)}"
        basic = {"Authorization": rng.choice(("Basic !!!", "Basic eDp5", "Basic AAA=", "x"))}
        for client in (Client(), browser.client):
            assert client.get(f"{path}?{sent}").status_code < 500
            assert client.post(path, sent, FORM, headers=basic).status_code < 500
    for body in (b"\xff" * 100, b"=" * 1000, b"a" * 20_000, b"&".join([b"a=b"] * 1100)):
        assert 400 <= Client().post("/oauth/token", body, FORM).status_code < 500
