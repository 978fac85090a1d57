"""Whoever is suspended acts by no app: nothing that it holds, gets or is let into opens more (A51)."""

import pytest

from tests.accounts.oauth.browsing import (
    DEVICE_CODE,
    allowed,
    code_of,
    logged_in,
    refused,
    register,
)
from tests.accounts.oauth.browsing import person as open_person
from tests.cast import Caller, problem
from tests.moderation.staff import impose, lift


@pytest.fixture
def browser(database):
    return logged_in()


@pytest.fixture
def app(database):
    return register(open_person(), confidential=True)


def test_a_token_of_an_app_opens_nothing_and_is_renewed_only_afterwards(browser, app):
    tokens = allowed(browser, app)
    sanction = impose(browser.person)
    problem(Caller(token=tokens["access_token"]).get("/me/games"), 403, "account_sanctioned")
    refused(app.refresh(tokens["refresh_token"]), "invalid_grant")
    lift(sanction)
    assert Caller(token=tokens["access_token"]).get("/me/games").status_code == 200
    renewed = app.refresh(tokens["refresh_token"])  # being refused has not spent it
    assert renewed.status_code == 200
    token = renewed.json()["access_token"]
    assert Caller(token=token).get("/me/games").status_code == 200


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_an_app_is_told_that_its_tokens_are_good_for_nothing_now(browser, app, which):
    token = allowed(browser, app)[which]
    sanction = impose(browser.person)
    assert app.post("introspect", token=token).json() == {"active": False}
    lift(sanction)
    assert app.post("introspect", token=token).json()["active"]


def test_nobody_who_is_suspended_lets_an_app_in(browser, app):
    sanction = impose(browser.person)
    answer = browser.client.get(app.request())
    assert answer.status_code == 302
    assert "/oauth/log-in" in answer["Location"]
    lift(sanction)
    assert browser.client.get(app.request()).status_code == 200


def test_a_code_that_was_given_before_is_good_no_longer(browser, app):
    code = code_of(browser.send(app.request(), answer="allow"))
    impose(browser.person)
    refused(app.redeem(code), "invalid_grant")


def test_a_device_that_was_let_in_before_gets_nothing(browser, database):
    app = register(open_person(), device_flow=True)
    asked = app.post("device-authorization", scope="games:read").json()
    browser.send("/oauth/device", user_code=asked["user_code"], answer="allow")
    impose(browser.person)
    poll = {"grant_type": DEVICE_CODE, "device_code": asked["device_code"]}
    refused(app.post("token", **poll), "access_denied")


def test_an_app_of_somebody_who_is_suspended_gets_nothing_and_lets_nobody_in(browser, database):
    author = open_person()
    app = register(author, device_flow=True)
    tokens, code = allowed(browser, app), code_of(browser.send(app.request(), answer="allow"))
    device = app.post("device-authorization", scope="games:read").json()
    sanction = impose(author)
    assert browser.get(app.request()).status_code == 400
    shown = browser.send("/oauth/device", user_code=device["user_code"])
    assert shown.status_code == 404
    refused(app.redeem(code), "invalid_client", 401)
    refused(app.refresh(tokens["refresh_token"]), "invalid_client", 401)
    assert app.post("device-authorization", scope="games:read").status_code in {400, 401}
    lift(sanction)
    assert app.refresh(tokens["refresh_token"]).status_code == 200
