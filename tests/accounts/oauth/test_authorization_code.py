"""The authorization code with PKCE: from an app to a person, and back with a code for tokens."""

import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from oauth2_provider.models import Grant

from tests.accounts.oauth.browsing import (
    BACK,
    allowed,
    code_of,
    logged_in,
    parameters,
    person,
    refused,
    register,
    words,
)
from tests.cast import Caller, problem

ISSUER = "http://testserver"


@pytest.fixture
def author(database):
    return person()


@pytest.fixture
def browser(database):
    return logged_in()


@pytest.fixture
def app(author):
    return register(author)


def test_a_code_becomes_tokens_that_open_what_was_allowed(browser, app):
    back = browser.send(app.request(), answer="allow")
    assert back["Location"].startswith(f"{BACK}?")
    assert parameters(back)["state"] == ["the-state"]
    answer = app.redeem(code_of(back)).json()
    assert re.fullmatch(r"hba_[0-9a-f]{16}_[0-9a-f]{64}", answer["access_token"])
    assert re.fullmatch(r"hbr_[0-9a-f]{16}_[0-9a-f]{64}", answer["refresh_token"])
    assert answer["token_type"] == "Bearer"
    assert answer["expires_in"] == 3600
    assert answer["scope"] == "games:read games:play"
    caller = Caller(token=answer["access_token"])
    assert caller.get("/me/turns").status_code == 200
    assert problem(caller.get("/me"), 403, "insufficient_scope")["required_scopes"]
    whole = Caller(token=allowed(browser, app, scope="account:read")["access_token"])
    assert whole.get("/me").json()["name"] == browser.person.name
    assert whole.get("/token").json()["label"] == "Kitchen board"


def test_the_page_says_in_plain_words_who_asks_for_what(browser, app, author):
    said = words(browser.get(app.request("games:read chat:write account:write")))
    for text in (
        "Kitchen board",
        f"by {author.name} , not verified",
        "See your games, your cards",
        "Write messages in your name",
        "Change your account",
        f"as {browser.person.name}",
        "board.example.org",
        "take this back",
    ):
        assert text in said
    assert "Make games" not in said


def test_names_of_apps_are_text_and_nothing_else(browser, author):
    app = register(author, name="<script>alert(1)</script>")
    page = browser.get(app.request()).text
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_who_says_no_lets_nobody_in(browser, app):
    back = browser.send(app.request(), answer="deny")
    said = parameters(back)
    assert said["error"] == ["access_denied"]
    assert said["state"] == ["the-state"]
    assert said["iss"] == [ISSUER]
    assert "code" not in said
    assert browser.person.get("/me/apps").json()["items"] == []


def test_every_answer_says_who_gives_it(browser, app):
    """RFC 9207: an app that talks to several servers knows which of them answers."""
    assert parameters(browser.send(app.request(), answer="allow"))["iss"] == [ISSUER]
    assert parameters(browser.get(app.request("no:such")))["iss"] == [ISSUER]
    document = browser.get("/.well-known/oauth-authorization-server").json()
    assert document["issuer"] == ISSUER
    assert document["authorization_response_iss_parameter_supported"] is True


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "S512"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "none"}, "unauthorized_client"),
        ({"response_type": "id_token token"}, "unsupported_response_type"),
        ({"response_type": None}, "invalid_request"),
        ({"scope": "games:read everything"}, "invalid_scope"),
    ],
)
def test_a_request_that_is_not_one_is_told_to_the_app(browser, app, changes, error):
    response = browser.get(app.request(**changes))
    assert response.status_code == 302, response.text
    assert response["Location"].startswith(f"{BACK}?")
    assert parameters(response)["error"] == [error]
    assert parameters(response)["state"] == ["the-state"]


@pytest.mark.parametrize(
    "uri",
    [
        "https://evil.example/back",
        "https://board.example.org/back/",
        "HTTPS://board.example.org/back",
        "https://board.example.org/back?x=1",
        "https://board.example.org/back#x",
        "https://board.example.org/back/../evil",
        "https://board.example.org.evil.example/back",
        "https://board.example.org@evil.example/back",
        "https://board.example.org:444/back",
        "http://board.example.org/back",
        "//evil.example/back",
        "javascript:alert(1)",
        "",
    ],
)
def test_nobody_is_sent_where_the_app_has_not_registered(browser, app, uri):
    """No open redirect: whatever else is wrong with the request, a page says so."""
    for others in ({}, {"scope": "no:such"}, {"response_type": "token"}):
        response = browser.get(app.request(**{"redirect_uri": uri, **others}))
        if uri == "" and response.status_code != 400:  # then the one that is registered holds
            continue
        assert response.status_code == 400
        assert "Location" not in response
        assert "You were sent nowhere" in words(response)


@pytest.mark.parametrize("client_id", ["hbapp_0000000000000000", "", "x" * 5000, "é", "a\0b"])
def test_an_app_that_is_not_known_is_answered_with_a_page(browser, app, client_id):
    response = browser.get(app.request(client_id=client_id))
    assert response.status_code == 400
    assert "Location" not in response


def test_nobody_is_sent_anywhere_before_they_have_logged_in(database, app, client):
    for address in (app.request(), app.request("no:such"), app.request(redirect_uri="https://x.y")):
        response = client.get(address)
        assert response["Location"].startswith("/oauth/log-in?next=%2Foauth%2Fauthorize")


def test_a_native_app_is_sent_back_to_whatever_port_it_has_got(browser, author):
    """RFC 8252: on the loopback address, and on no other."""
    app = register(author, "http://127.0.0.1/back", "http://[::1]/back", "org.example.board:/back")
    for uri in ("http://127.0.0.1:49152/back", "http://[::1]:8/back", "org.example.board:/back"):
        back = browser.send(app.request(redirect_uri=uri), answer="allow")
        assert back["Location"].startswith(f"{uri}?code=hbc_")
        app.redirect_uri = uri
        assert app.redeem(code_of(back)).status_code == 200
    for uri in ("http://127.0.0.1:1/other", "http://127.0.0.2:1/back", "http://localhost:1/back"):
        assert browser.get(app.request(redirect_uri=uri)).status_code == 400


def test_a_code_is_good_once_and_its_tokens_die_when_it_comes_again(browser, app):
    """Whoever sends it a second time may have stolen it, or the first was a thief."""
    code = code_of(browser.send(app.request(), answer="allow"))
    tokens = app.redeem(code).json()
    other = allowed(browser, app)
    refused(app.redeem(code), "invalid_grant")
    problem(Caller(token=tokens["access_token"]).get("/me/turns"), 401, "token_revoked")
    refused(app.refresh(tokens["refresh_token"]), "invalid_grant")
    assert Caller(token=other["access_token"]).get("/me/turns").status_code == 200


def test_a_code_is_of_its_app_its_address_and_its_verifier(browser, app, author):
    other = register(author, BACK, "https://board.example.org/other", confidential=True)
    code = code_of(browser.send(app.request(), answer="allow"))
    refused(other.redeem(code, code_verifier=app.verifier), "invalid_grant")
    refused(app.redeem(code, code_verifier="x" * 64), "invalid_grant")
    assert app.redeem(code, code_verifier=None).status_code == 400
    assert app.redeem(code, redirect_uri="https://board.example.org/other").status_code == 400
    refused(app.redeem("hbc_" + code[4:][::-1]), "invalid_grant")
    assert app.redeem(code).status_code == 200


def test_a_code_is_good_for_a_minute(browser, app):
    code = code_of(browser.send(app.request(), answer="allow"))
    Grant.objects.update(expires=timezone.now() - timedelta(seconds=1))
    refused(app.redeem(code), "invalid_grant")


def test_a_confidential_app_says_who_it_is(browser, author):
    app = register(author, confidential=True)
    assert app.secret
    assert re.fullmatch(r"hbs_[0-9a-f]{16}_[0-9a-f]{64}", app.secret)
    code = code_of(browser.send(app.request(), answer="allow"))
    for wrong in (None, "", "hbs_0", app.secret[:-1] + "x"):
        refused(app.redeem(code, client_secret=wrong), "invalid_client", 401)
    assert app.redeem(code).status_code == 200


@pytest.mark.parametrize("grant", ["password", "client_credentials", "implicit", "", "x"])
def test_there_is_no_other_way_to_a_token(browser, author, grant):
    app = register(author, confidential=True)
    fields = {"username": browser.person.name, "password": "x", "scope": "games:read"}
    response = app.post("token", grant_type=grant, **fields)
    assert response.status_code == 400
    assert response.json()["error"] in {"unsupported_grant_type", "invalid_request"}


def test_pages_cannot_be_framed_and_nothing_runs_in_them(browser, app, database):
    """No clickjacking, and no script, whatever an app calls itself."""
    paths = (app.request(), "/oauth/device", "/oauth/authorize", "/oauth/log-in")
    for path in paths:
        response = browser.get(path)
        policy = response.headers.get("Content-Security-Policy", "")
        if response.status_code == 302:
            continue
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script" not in policy
        assert "unsafe" not in policy
        assert response["X-Frame-Options"] == "DENY"
        assert response["Cache-Control"] == "no-store"
        assert "<script" not in response.text
        assert "style=" not in response.text
    assert "https://board.example.org" in browser.get(app.request())["Content-Security-Policy"]


def test_an_answer_without_the_token_of_the_form_is_none(browser, app):
    response = browser.client.post(app.request(), {"answer": "allow"})
    assert response.status_code == 403
    foreign = browser.client.post(
        app.request(), {"answer": "allow"}, headers={"Origin": "https://evil.example"}
    )
    assert foreign.status_code == 403
    assert browser.person.get("/me/apps").json()["items"] == []


def test_asking_again_never_skips_the_page(browser, app):
    allowed(browser, app)
    for more in ({"approval_prompt": "auto"}, {"prompt": "none"}):
        response = browser.get(f"{app.request()}&{urlencode(more)}")
        assert response.status_code == 200
        assert "Let this app in?" in words(response)


def test_who_asks_for_no_scope_is_shown_games(browser, app):
    assert allowed(browser, app, scope=None)["scope"] == "games:read"


def test_a_code_for_an_address_that_was_taken_away_is_good_for_nothing(browser, author):
    app = register(author, BACK, "https://board.example.org/other")
    code = code_of(browser.send(app.request(), answer="allow"))
    left = {"redirect_uris": ["https://board.example.org/other"]}
    assert author.request("PATCH", f"/apps/{app.client_id}", left).status_code == 200
    refused(app.redeem(code), "invalid_request")


@pytest.mark.parametrize("host", ["a.example;sandbox", "a.example,default-src", "a'b.example"])
def test_no_address_of_an_app_takes_the_policy_of_a_page_apart(author, host):
    body = {"name": "Board", "redirect_uris": [f"https://{host}/back"]}
    assert author.post("/apps", body).status_code == 422
