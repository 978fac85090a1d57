"""People and apps that end, or are suspended, while an app asks for something (A51)."""

from functools import partial

import pytest

from accounts.models import Account
from accounts.oauth.models import App
from tests.accounts.oauth.browsing import (
    DEVICE_CODE,
    allowed,
    code_of,
    logged_in,
    person,
    refused,
    register,
)
from tests.accounts.people import PASSWORD, open_person
from tests.cast import problem
from tests.concurrency.meanwhile import while_it_is_open

APP = {"name": "Board", "redirect_uris": ["https://board.example.org/back"]}
WEBHOOK = {"url": "https://1.1.1.1/", "types": ["game.started"]}


@pytest.fixture
def cheap(settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def _gone(model, **which):
    return partial(model.objects.filter(**which).delete)


def _held(browser, app):
    """Return what an app can ask for tokens with, by three ways."""
    refresh_token = allowed(browser, app)["refresh_token"]
    code = code_of(browser.send(app.request(), answer="allow"))
    device = app.post("device-authorization", scope="games:read").json()
    browser.send("/oauth/device", user_code=device["user_code"], answer="allow")
    return {
        "refresh": partial(app.refresh, refresh_token),
        "code": partial(app.redeem, code),
        "device": partial(
            app.post, "token", grant_type=DEVICE_CODE, device_code=device["device_code"]
        ),
    }


@pytest.mark.parametrize("way", ["refresh", "code", "device"])
@pytest.mark.parametrize("end", ["person", "app", "suspended"])
def test_an_app_gets_no_token_of_what_ends_meanwhile(database, way, end):
    browser, app = logged_in(), register(person(), device_flow=True)
    call = _held(browser, app)[way]
    change = {
        "person": _gone(Account, name=browser.person.name),
        "app": _gone(App, client_id=app.client_id),
        "suspended": partial(_suspended, browser.person),
    }[end]
    (answer,) = while_it_is_open(change, [call])
    refused(answer, "invalid_grant")


def _suspended(player):
    """Do what a suspension does, inside a transaction."""
    Account.objects.select_for_update().get(name=player.name)
    Account.objects.filter(name=player.name).update(suspended_until="9999-01-01T00:00Z")


@pytest.mark.parametrize("end", ["person", "app"])
def test_nobody_lets_in_what_ends_meanwhile(database, end):
    browser, app = logged_in(), register(person(), device_flow=True)
    asked = browser.get(app.request())
    gone = {
        "person": _gone(Account, name=browser.person.name),
        "app": _gone(App, client_id=app.client_id),
    }[end]
    call = partial(browser.answer, asked, app.request(), answer="allow")
    (answer,) = while_it_is_open(gone, [call])
    assert (answer.status_code == 302) is (end == "person")
    assert answer.status_code in {302, 400}


@pytest.mark.usefixtures("cheap")
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/apps", APP),
        ("POST", "/webhooks", WEBHOOK),
        ("PUT", "/me/password", {"new_password": "three ducks in a row", "password": PASSWORD}),
        ("POST", "/me/calendar", None),
        ("DELETE", "/me/apps/hbapp_command_line", None),
    ],
)
def test_who_is_gone_makes_nothing(database, method, path, body):
    ann = open_person()
    call = partial(ann.request, method, path, body)
    (answer,) = while_it_is_open(_gone(Account, name=ann.name), [call])
    if method == "DELETE":
        assert answer.status_code in {204, 401}
    else:
        assert answer.status_code in {401, 503}  # which says to ask again, and that is 401
        problem(ann.request(method, path, body), 401, "token_invalid")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/apps/{}", {"name": "Clock"}),
        ("POST", "/apps/{}/rotate-secret", None),
        ("DELETE", "/apps/{}", None),
    ],
)
def test_an_app_that_is_gone_is_not_changed(database, method, path, body):
    ann = open_person()
    app = register(ann, confidential=True)
    call = partial(ann.request, method, path.format(app.client_id), body)
    (answer,) = while_it_is_open(_gone(App, client_id=app.client_id), [call])
    if method == "DELETE":
        assert answer.status_code == 204
    else:
        problem(answer, 404, "not_found")
