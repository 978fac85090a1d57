"""The page of the apps that a person has let in: what it says, to whom, and what it takes back."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Account
from accounts.oauth.models import BUILT_IN, App
from tests.accounts.hashing import CheapArgon2
from tests.accounts.oauth.browsing import (
    DEVICE_CODE,
    AppClient,
    Browser,
    allowed,
    logged_in,
    person,
    refused,
    register,
    words,
)
from tests.accounts.people import open_person
from tests.cast import Caller, problem
from tests.moderation.staff import impose, lift

PAGE = "/oauth/apps"


@pytest.fixture
def author(database):
    return person()


@pytest.fixture
def browser(database):
    return logged_in()


def test_it_lists_the_apps_with_what_they_may_in_plain_words(browser, author):
    assert "No app can act for you now" in words(browser.get(PAGE))
    allowed(browser, register(author), scope="games:read chat:write")
    Account.objects.filter(name=browser.person.name).update(time_zone="Pacific/Auckland")
    said = words(browser.get(PAGE))
    for text in (
        "Kitchen board",
        f"by {author.name} , not verified",
        "Let in on",
        "last used on",
        "(Pacific/Auckland)",
        f"as {browser.person.name}",
        "See your games, your cards",
        "Write messages in your name",
        "Webhooks that an app has made stay",
    ):
        assert text in said
    assert "Play for you" not in said


def test_a_button_takes_one_back_and_leaves_the_others(browser, author):
    first, second = register(author), register(author, name="A clock")
    one, other = allowed(browser, first), allowed(browser, second)
    said = words(browser.send(PAGE, client_id=first.client_id))
    assert "Kitchen board can act for you no longer" in said
    assert "A clock" in said
    problem(Caller(token=one["access_token"]).get("/me/turns"), 401, "token_revoked")
    refused(first.refresh(one["refresh_token"]), "invalid_grant")
    assert Caller(token=other["access_token"]).get("/me/turns").status_code == 200


def test_a_code_that_was_not_used_yet_goes_with_it(browser, author):
    app = register(author, device_flow=True)
    allowed(browser, app)
    device = app.post("device-authorization", scope="games:read").json()
    browser.send("/oauth/device", user_code=device["user_code"], answer="allow")
    browser.send(PAGE, client_id=app.client_id)
    ask = {"grant_type": DEVICE_CODE, "device_code": device["device_code"]}
    refused(app.post("token", **ask), "invalid_grant")


def test_the_command_line_is_in_the_list(browser):
    app = AppClient(BUILT_IN)
    device = app.post("device-authorization", scope="account:read").json()
    done = browser.send("/oauth/device", user_code=device["user_code"], answer="allow")
    assert 'href="/oauth/apps"' in done.text
    app.post("token", grant_type=DEVICE_CODE, device_code=device["device_code"])
    assert "Herdbook command line by this server" in words(browser.get(PAGE))


def test_the_pages_that_ask_lead_there_and_name_no_call(browser, author):
    app = register(author, device_flow=True)
    device = app.post("device-authorization", scope="games:read").json()
    shown = (
        browser.get(app.request()),
        browser.send("/oauth/device", user_code=device["user_code"]),
        browser.get("/oauth/device"),
    )
    for page in shown:
        assert 'href="/oauth/apps"' in page.text
        assert "/api/v1" not in page.text


def test_whoever_is_not_logged_in_does_so_first_and_comes_back(database):
    for response in (Client().get(PAGE), Client().post(PAGE, {"client_id": "hbapp_x"})):
        assert response.status_code == 302
        assert response["Location"] == "/oauth/log-in?next=%2Foauth%2Fapps"
    assert logged_in().get("/oauth/log-in?next=/oauth/apps")["Location"] == PAGE


def test_no_token_opens_it(author):
    response = Client().get(PAGE, headers={"Authorization": f"Bearer {author.token}"})
    assert response.status_code == 302


def test_a_form_without_its_token_takes_nothing_back(browser, author):
    """Nobody can have somebody else's browser send it."""
    app = register(author)
    access = allowed(browser, app)["access_token"]
    for token in ({}, {"csrfmiddlewaretoken": "x" * 64}):
        response = browser.client.post(PAGE, {"client_id": app.client_id, **token})
        assert response.status_code == 403
    origin = {"Origin": "https://evil.example"}
    response = browser.client.post(PAGE, {"client_id": app.client_id}, headers=origin)
    assert response.status_code == 403
    assert Caller(token=access).get("/me/turns").status_code == 200


def test_what_others_have_let_in_is_neither_shown_nor_taken_back(browser, author):
    app = register(author, name="Of somebody else")
    access = allowed(logged_in(), app)["access_token"]
    assert "Of somebody else" not in browser.get(PAGE).text
    own = register(person())
    allowed(browser, own)
    answer = browser.answer(browser.get(PAGE), PAGE, client_id=app.client_id)
    assert "Of somebody else" not in answer.text
    assert Caller(token=access).get("/me/turns").status_code == 200


@pytest.mark.parametrize("client_id", ["", "hbapp_0", "é", "x" * 5000, "a b", "<b>"])
def test_what_is_no_app_changes_nothing(browser, author, client_id):
    access = allowed(browser, register(author))["access_token"]
    response = browser.send(PAGE, client_id=client_id)
    assert response.status_code == 200
    assert "This app cannot act for you" in words(response)
    assert Caller(token=access).get("/me/turns").status_code == 200
    nul = browser.answer(browser.get(PAGE), PAGE, client_id="a\0b")
    assert nul.status_code == 400


def test_names_and_addresses_of_apps_are_text_and_nothing_else(browser, author):
    evil = "<script>alert(1)</script>"
    app = register(author)
    App.objects.filter(client_id=app.client_id).update(name=evil, homepage=f'https://x"{evil}')
    allowed(browser, app)
    for page in (browser.get(PAGE), browser.get(app.request())):
        assert "<script" not in page.text
        assert "&lt;script&gt;" in page.text
    taken = browser.send(PAGE, client_id=app.client_id)
    assert "<script" not in taken.text
    assert "&lt;script&gt;" in taken.text


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_can_frame_script_or_keep_it(browser, method):
    response = (
        browser.get(PAGE) if method == "get" else browser.send("/oauth/device", user_code="x")
    )
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self'" in policy
    assert "script" not in policy
    assert response["Cache-Control"] == "no-store"
    assert response["X-Frame-Options"] == "DENY"


def test_other_methods_are_refused(browser):
    for method in ("PUT", "DELETE", "PATCH"):
        response = browser.client.generic(method, PAGE)
        assert response.status_code in {403, 405}


def test_somebody_suspended_is_told_so_and_apps_get_nothing_meanwhile(browser, author):
    allowed(browser, register(author))
    sanction = impose(browser.person)
    assert browser.get(PAGE)["Location"].startswith("/oauth/log-in")
    lift(sanction)
    assert "Kitchen board" in words(browser.get(PAGE))


def test_an_app_of_a_suspended_author_can_be_taken_back(browser, author):
    app = register(author)
    allowed(browser, app)
    sanction = impose(author)
    assert "can act for you no longer" in words(browser.send(PAGE, client_id=app.client_id))
    lift(sanction)
    assert browser.person.get("/me/apps").json()["items"] == []


def test_staff_use_it_as_everybody_does(browser, author):
    Account.objects.filter(name=browser.person.name).update(
        is_staff=True, staff_role="administrator"
    )
    allowed(browser, register(author))
    assert "Kitchen board" in words(browser.get(PAGE))


def test_who_asks_can_be_told_from_others(browser, author):
    app = register(author, homepage="https://board.example.org/")
    said = words(browser.get(app.request()))
    for text in (
        f"by {author.name} , not verified",
        "names as its page https://board.example.org/",
        "new here , registered on",
        "you have not let it in",
        "go on to board.example.org",
    ):
        assert text in said
    allowed(browser, app)
    long_ago = timezone.now() - timedelta(days=400)
    App.objects.filter(client_id=app.client_id).update(created_at=long_ago)
    said = words(browser.get(app.request()))
    assert f"registered on {long_ago.day} {long_ago:%B %Y}" in said
    assert "new here" not in said
    assert "you have let it in since" in said


def test_an_app_on_ones_own_device_is_said_to_be_there(browser, author):
    app = register(author, "http://127.0.0.1/back", "org.example.board:/back")
    asked = app.request(redirect_uri="http://127.0.0.1:4915/back")
    assert "a program on your own device, 127.0.0.1:4915" in words(browser.get(asked))
    asked = app.request(redirect_uri="org.example.board:/back")
    assert "a program on your own device, org.example.board:" in words(browser.get(asked))


def test_it_costs_the_same_for_many(browser, author, django_assert_max_num_queries):
    for number in range(4):
        allowed(browser, register(author, name=f"Board {number}"))
    with django_assert_max_num_queries(8):
        assert words(browser.get(PAGE)).count("Take back") == 4


def test_a_fresh_browser_of_somebody_suspended_is_told_why(database, settings):
    settings.PASSWORD_HASHERS = [f"{CheapArgon2.__module__}.{CheapArgon2.__qualname__}"]
    browser = Browser(open_person())
    impose(browser.person)
    told = browser.log_in()
    assert told.status_code == 403
    assert "This account is suspended" in words(told)
    assert browser.get(PAGE).status_code == 302
