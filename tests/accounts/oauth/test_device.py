"""The device flow: a code is shown on one machine and typed on another (RFC 8628)."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone
from oauth2_provider.models import DeviceGrant

from accounts.models import Account
from accounts.oauth import credentials
from accounts.oauth.models import BUILT_IN
from tests.accounts.oauth.browsing import (
    DEVICE_CODE,
    AppClient,
    logged_in,
    person,
    refused,
    register,
    words,
)
from tests.cast import Caller, problem
from tests.concurrency.racing import answers, crew, errors

PAGE = "/oauth/device"


@pytest.fixture
def app(database):
    return register(person(), device_flow=True)


@pytest.fixture
def browser(database):
    return logged_in()


def _begin(app, scope="games:read games:play"):
    response = app.post("device-authorization", scope=scope)
    assert response.status_code == 200, response.content
    return response.json()


def _ask(app, device, **changes):
    return app.post(
        "token", **{"grant_type": DEVICE_CODE, "device_code": device["device_code"], **changes}
    )


def _wait(device):
    """Let the pause between two questions pass."""
    DeviceGrant.objects.filter(device_code=credentials.digest(device["device_code"])).update(
        last_checked=timezone.now() - timedelta(minutes=2)
    )


def _type(browser, code, answer="allow"):
    asked = browser.send(PAGE, user_code=code)
    assert asked.status_code == 200, asked.text
    return browser.answer(asked, PAGE, user_code=code, answer=answer)


def test_a_device_gets_tokens_once_somebody_has_typed_its_code(browser, app):
    device = _begin(app)
    assert re.fullmatch(r"hbd_[0-9a-f]{16}_[0-9a-f]{64}", device["device_code"])
    assert re.fullmatch(r"[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}", device["user_code"])
    assert device["verification_uri"] == "http://testserver/oauth/device"
    assert device["verification_uri_complete"].endswith(f"?user_code={device['user_code']}")
    assert (device["expires_in"], device["interval"]) == (600, 5)
    refused(_ask(app, device), "authorization_pending")
    done = _type(browser, device["user_code"])
    assert "Your device is connected" in words(done)
    answer = _ask(app, device)
    assert answer.status_code == 200, answer.content
    tokens = answer.json()
    assert tokens["scope"] == "games:read games:play"
    assert Caller(token=tokens["access_token"]).get("/me/turns").status_code == 200
    assert app.refresh(tokens["refresh_token"]).status_code == 200
    (shown,) = browser.person.get("/me/apps").json()["items"]
    assert shown["client_id"] == app.client_id


def test_the_page_says_who_asks_and_warns_of_codes_of_others(browser, app):
    device = _begin(app, scope="games:read chat:write")
    said = words(browser.send(PAGE, user_code=device["user_code"]))
    for text in (
        "Kitchen board",
        "not verified",
        device["user_code"],
        "somebody sent you this code",
        "Write messages in your name",
    ):
        assert text in said


@pytest.mark.parametrize("change", [str.lower, lambda c: c.replace("-", ""), lambda c: f" {c} "])
def test_a_code_may_be_typed_in_any_way(browser, app, change):
    device = _begin(app)
    assert "Your device is connected" in words(_type(browser, change(device["user_code"])))


def test_the_question_shows_the_code_as_the_device_does(browser, app):
    code = _begin(app)["user_code"]
    browser.get(PAGE)
    asked = browser.send(PAGE, user_code=code.lower().replace("-", " "))
    assert f"Your device shows {code} ." in words(asked)


def test_a_link_fills_the_code_in_and_does_not_send_it(browser, app):
    device = _begin(app)
    page = browser.get(f"{PAGE}?user_code={device['user_code']}")
    assert f'value="{device["user_code"]}"' in page.text
    refused(_ask(app, device), "authorization_pending")


def test_who_says_no_is_believed(browser, app):
    device = _begin(app)
    assert "not let in" in words(_type(browser, device["user_code"], "deny"))
    refused(_ask(app, device), "access_denied")
    # And it cannot be taken back by somebody who comes later with the same code.
    assert browser.send(PAGE, user_code=device["user_code"]).status_code == 404


def test_a_device_that_asks_too_often_is_told_to_slow_down(app):
    device = _begin(app)
    refused(_ask(app, device), "authorization_pending")
    refused(_ask(app, device), "slow_down")
    refused(_ask(app, device), "slow_down")
    grant = DeviceGrant.objects.get(device_code=credentials.digest(device["device_code"]))
    assert grant.interval == 15
    _wait(device)
    refused(_ask(app, device), "authorization_pending")


def test_a_device_code_is_good_once_and_for_its_own_app(browser, app):
    device = _begin(app)
    _type(browser, device["user_code"])
    other = register(person(), device_flow=True)
    refused(_ask(other, device), "invalid_grant")
    tokens = _ask(app, device).json()
    refused(_ask(app, device), "invalid_grant")
    problem(Caller(token=tokens["access_token"]).get("/me/turns"), 401, "token_revoked")


def test_a_code_ends_after_ten_minutes(browser, app):
    device = _begin(app)
    DeviceGrant.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert browser.send(PAGE, user_code=device["user_code"]).status_code == 404
    refused(_ask(app, device), "expired_token")


def test_codes_cannot_be_guessed(browser, app):
    """Ten guesses in a quarter of an hour, of 25.6 thousand million codes."""
    assert len(set(credentials.LETTERS)) ** credentials.LENGTH == 25_600_000_000
    device = _begin(app)
    wrong = (
        "BBBB-BBBB",
        "",
        "x",
        "AAAA-AAAA",
        "\ufeff",
        "B" * 5000,
        "BCDF-GHJ1",
        "\uff41",
        "0",
        "-",
    )
    for code in wrong:
        assert browser.send(PAGE, user_code=code).status_code == 404
    last = browser.send(PAGE, user_code=device["user_code"])
    assert last.status_code == 429
    assert "Too many wrong codes" in words(last)


def test_the_same_code_is_never_given_twice():
    assert len({credentials.new_user_code() for _ in range(2000)}) == 2000


def test_an_app_that_is_not_for_devices_gets_no_code(database):
    refused(register(person()).post("device-authorization"), "unauthorized_client")
    confidential = register(person(), device_flow=True, confidential=True)
    refused(confidential.post("device-authorization", client_secret="x"), "invalid_client", 401)
    refused(AppClient("hbapp_0").post("device-authorization"), "invalid_request")


def test_an_app_for_devices_alone_sends_nobody_back(browser, database):
    app = register(person(), device_flow=True)
    author = person()
    made = author.post("/apps", {"name": "a clock", "device_flow": True}).json()
    alone = AppClient(made["client_id"])
    assert browser.get(alone.request()).status_code == 400
    assert browser.get(app.request()).status_code == 200


def test_the_command_line_is_known_to_every_server(browser, database):
    app = AppClient(BUILT_IN)
    device = _begin(app, scope="account:read")
    said = words(browser.send(PAGE, user_code=device["user_code"]))
    assert "Herdbook command line by this server" in said
    assert "not verified" not in said
    _type(browser, device["user_code"])
    tokens = _ask(app, device).json()
    assert Caller(token=tokens["access_token"]).get("/me").json()["name"] == browser.person.name


def test_a_closed_account_lets_no_device_in(browser, app):
    device = _begin(app)
    _type(browser, device["user_code"])
    Account.objects.filter(name=browser.person.name).update(is_active=False)
    assert _ask(app, device).status_code == 400


def test_of_two_who_answer_at_once_one_is_told_that_the_device_is_theirs(app, database):
    device = _begin(app)
    people = [logged_in(), logged_in()]
    asked = [one.send(PAGE, user_code=device["user_code"]) for one in people]

    def answer(one, page):
        return one.answer(page, PAGE, user_code=device["user_code"], answer="allow")

    with crew(2) as threads:
        steps = [partial(answer, *each) for each in zip(people, asked, strict=True)]
        finishes = threads.race(steps)
    assert errors(finishes) == []
    assert sorted(one.status_code for one in answers(finishes)) == [200, 404]


def test_a_code_of_an_app_whose_author_is_gone_is_none(browser, database):
    author = person()
    app = register(author, device_flow=True)
    device = _begin(app)
    assert author.delete("/me").status_code == 204
    assert browser.send(PAGE, user_code=device["user_code"]).status_code == 404
    refused(_ask(app, device), "invalid_client", 401)


def test_the_address_to_open_is_that_by_which_apps_know_the_server(app, settings):
    issuer = {**settings.OAUTH2_PROVIDER, "OIDC_ISS_ENDPOINT": "https://cards.example.org"}
    settings.OAUTH2_PROVIDER = issuer
    assert _begin(app)["verification_uri"] == "https://cards.example.org/oauth/device"
