"""Whoever is suspended acts by no app: nothing that it holds, gets or is let into opens more (A51)."""

import pytest
from django.utils import timezone

from accounts import selectors
from accounts import tokens as tokens_text
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


def test_what_an_app_of_somebody_who_is_suspended_holds_opens_nothing(browser, database):
    """From the next request on; it is good again when that is over, if it has not ended."""
    author = open_person()
    app = register(author, confidential=True)
    tokens = allowed(browser, app)
    caller = Caller(token=tokens["access_token"])
    ticket = caller.post("/stream-tickets", {"path": "/api/v1/me/stream"}).json()["ticket"]
    sanction = impose(author)
    for path in ("/me/turns", "/games", "/token", f"/me/stream?ticket={ticket}"):
        problem(caller.get(path), 401, "token_invalid")
    said = problem(caller.get("/me/turns"), 401, "token_invalid")["detail"]
    assert author.name not in said
    assert selectors.good_tokens([_id(tokens)], now=timezone.now()) == {}
    refused(app.post("introspect", token=tokens["access_token"]), "invalid_client", 401)
    lift(sanction)
    assert caller.get("/me/turns").status_code == 200
    assert selectors.good_tokens([_id(tokens)], now=timezone.now()) == {_id(tokens): False}
    assert app.post("introspect", token=tokens["access_token"]).json()["active"]


def test_a_move_with_what_such_an_app_holds_is_refused(browser, database):
    """The token of a move is read together with its game."""
    author = open_person()
    app = register(author)
    tokens = allowed(browser, app, scope="games:read games:play games:create")
    caller = Caller(token=tokens["access_token"])
    seats = [{"kind": "me"}, {"kind": "house", "strategy": "random"}]
    game = caller.post("/games", {"ruleset": "mow", "seats": seats}).json()
    sent = {"decision": game["decision"]["id"], "move": game["decision"]["legal_moves"][0]}
    sanction = impose(author)
    problem(caller.post(f"/games/{game['id']}/moves", sent), 401, "token_invalid")
    lift(sanction)
    assert caller.post(f"/games/{game['id']}/moves", sent).status_code == 201


def test_somebody_suspended_uses_apps_of_others_no_better_by_an_app_of_their_own(browser, database):
    app = register(browser.person)
    tokens = allowed(browser, app)
    impose(browser.person)
    problem(Caller(token=tokens["access_token"]).get("/me/games"), 401, "token_invalid")


def test_what_a_removed_app_holds_ends_with_it(browser, database):
    author = open_person()
    app = register(author)
    token = allowed(browser, app)["access_token"]
    assert author.delete(f"/apps/{app.client_id}").status_code == 204
    problem(Caller(token=token).get("/me/turns"), 401, "token_revoked")
    assert selectors.good_tokens([_id({"access_token": token})], now=timezone.now()) == {}


def _id(given: dict[str, str]) -> str:
    text = tokens_text.parse(given["access_token"])
    assert text is not None
    return text.id
