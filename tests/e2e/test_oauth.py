"""OAuth 2 as a client library of others speaks it, against a whole running server.

The library is Authlib; the person at the browser is an HTTP client that fills in the forms.
"""

import re
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from herdbook import Client, Login, device_login

PASSWORD = "three cows in a row"
BACK = "http://127.0.0.1:4711/back"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
SCOPE = "games:read games:play games:create"


class Person:
    """Somebody with an account and a browser."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, f"ann-{secrets.token_hex(5)}"
        self.browser = httpx.Client(base_url=url, timeout=60)
        body = {"name": self.name, "password": PASSWORD}
        answer = httpx.post(f"{url}/api/v1/accounts", json=body, timeout=60)
        assert answer.status_code == 201, answer.text
        self.token = answer.json()["token"]

    def call(self, method: str, path: str, body: object = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        address = f"{self.url}/api/v1{path}"
        return httpx.request(method, address, json=body, headers=headers, timeout=60)

    def send(self, path: str, **fields: str) -> httpx.Response:
        """Open a page, log in if it asks for that, and send its form."""
        shown = self.browser.get(path)
        if shown.is_redirect:
            log_in = f"{shown.headers['location']}&again=1"
            form = self.browser.get(log_in)
            name = {"name": self.name, "password": PASSWORD}
            back = self.browser.post(log_in, data={**_hidden(form), **name})
            assert back.is_redirect, back.text
            shown = self.browser.get(back.headers["location"])
        assert shown.status_code == 200, shown.text
        return self.browser.post(path, data={**_hidden(shown), **fields})


def _hidden(page: httpx.Response) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))


@pytest.fixture(scope="module")
def person(live_url):
    person = Person(live_url)
    with person.browser:
        yield person


@pytest.fixture
def library(live_url):
    """Make the library's client for an app; with what the server says of itself."""
    with ExitStack() as opened:

        def make(app):
            client, found = _opened(live_url, app)
            return opened.enter_context(client), found

        yield make


def _register(person: Person, **fields: object) -> dict[str, Any]:
    made = person.call("POST", "/apps", {"name": "Authlib", **fields})
    assert made.status_code == 201, made.text
    app: dict[str, Any] = made.json()
    return app


def _opened(live_url: str, app: dict[str, Any]) -> tuple[OAuth2Session, dict[str, str]]:
    """Return the library's client for an app, and what the server says of itself."""
    found = httpx.get(f"{live_url}/.well-known/oauth-authorization-server").json()
    secret = app["client_secret"]
    client = OAuth2Session(
        client_id=app["client_id"],
        client_secret=secret,
        token_endpoint_auth_method="client_secret_basic" if secret else "none",
        scope=SCOPE,
        redirect_uri=BACK,
        code_challenge_method="S256",
        token_endpoint=found["token_endpoint"],
        revocation_endpoint_auth_method="client_secret_basic" if secret else "none",
    )
    return client, found


@pytest.mark.parametrize("confidential", [True, False], ids=["confidential", "public"])
def test_a_code_with_pkce_a_rotation_a_thief_and_a_revocation(
    live_url, person, library, confidential
):
    app = _register(person, redirect_uris=["http://127.0.0.1/back"], confidential=confidential)
    client, found = library(app)
    verifier = secrets.token_urlsafe(48)
    address, state = client.create_authorization_url(
        found["authorization_endpoint"], code_verifier=verifier
    )
    parts = urlsplit(address)
    sent_back = person.send(f"{parts.path}?{parts.query}", answer="allow").headers["location"]
    assert sent_back.startswith(BACK)
    assert parse_qs(urlsplit(sent_back).query)["iss"] == [found["issuer"]]
    token = client.fetch_token(
        authorization_response=sent_back, code_verifier=verifier, state=state
    )
    # The library sends the token with its calls, and plays.
    api = f"{live_url}/api/v1"
    game = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "house", "strategy": "random"}]}
    made = client.post(f"{api}/games", json=game)
    assert made.status_code == 201, made.text
    decision = made.json()["decision"]
    move = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    assert client.post(f"{api}/games/{made.json()['id']}/moves", json=move).status_code == 201
    # It introspects, if it can say who it is.
    seen = client.introspect_token(
        found["introspection_endpoint"], token=token["access_token"]
    ).json()
    assert (seen["active"], seen["username"]) == (True, person.name)
    # It renews: the token before is good no longer.
    renewed = client.refresh_token(found["token_endpoint"], refresh_token=token["refresh_token"])
    assert renewed["refresh_token"] != token["refresh_token"]
    headers = {"Authorization": f"Bearer {token['access_token']}"}
    assert httpx.get(f"{api}/me/turns", headers=headers).status_code == 401
    assert client.get(f"{api}/me/turns").status_code == 200
    # The old refresh token comes again, so somebody has stolen it: all are out.
    with pytest.raises(OAuthError, match="invalid_grant"):
        client.refresh_token(found["token_endpoint"], refresh_token=token["refresh_token"])
    headers = {"Authorization": f"Bearer {renewed['access_token']}"}
    assert httpx.get(f"{api}/me/turns", headers=headers).json()["code"] == "token_revoked"
    # Let in anew, it gives back what it has by itself.
    address, state = client.create_authorization_url(
        found["authorization_endpoint"], code_verifier=verifier
    )
    parts = urlsplit(address)
    sent_back = person.send(f"{parts.path}?{parts.query}", answer="allow").headers["location"]
    token = client.fetch_token(
        authorization_response=sent_back, code_verifier=verifier, state=state
    )
    gone = client.revoke_token(found["revocation_endpoint"], token=token["refresh_token"])
    assert gone.status_code == 200
    headers = {"Authorization": f"Bearer {token['access_token']}"}
    assert httpx.get(f"{api}/me/turns", headers=headers).json()["code"] == "token_revoked"


def test_the_device_flow(live_url, person, library):
    app = _register(person, device_flow=True)
    client, found = library(app)
    begun = httpx.post(
        found["device_authorization_endpoint"],
        data={"client_id": app["client_id"], "scope": SCOPE},
    ).json()

    def ask():
        return client.fetch_token(
            found["token_endpoint"], grant_type=DEVICE, device_code=begun["device_code"]
        )

    with pytest.raises(OAuthError, match="authorization_pending"):
        ask()
    with pytest.raises(OAuthError, match="slow_down"):
        ask()
    code = begun["user_code"]
    assert "Let this device in?" in person.send("/oauth/device", user_code=code).text
    page = person.send("/oauth/device", user_code=code, answer="allow")
    assert "Your device is connected" in page.text
    token = ask()
    assert token["scope"] == SCOPE
    assert client.get(f"{live_url}/api/v1/me/turns").status_code == 200
    renewed = client.refresh_token(found["token_endpoint"], refresh_token=token["refresh_token"])
    assert renewed["access_token"] != token["access_token"]
    with pytest.raises(OAuthError, match="invalid_grant"):
        ask()


def test_our_own_library_logs_in_by_a_code_and_renews(live_url, person):
    typed = ThreadPoolExecutor(1)
    tokens = device_login(
        live_url,
        lambda code: typed.submit(
            person.send, "/oauth/device", user_code=code.user_code, answer="allow"
        ),
        scopes=["account:read"],
        sleep=lambda _: time.sleep(0.5),
    )
    typed.shutdown()
    with Client(live_url, login=Login(live_url, tokens)) as client:
        assert client.me().name == person.name
    login = Login(live_url, type(tokens)(tokens.access, tokens.refresh, 0.0))
    with Client(live_url, login=login) as client:
        assert client.me().name == person.name
        assert login.tokens.refresh != tokens.refresh
        (shown,) = client.apps.let_in()[-1:]
        assert shown.name == "Herdbook command line"
