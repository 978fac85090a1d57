"""A person with a browser, and an app that knows the protocol; each step by hand."""

import base64
import hashlib
import html
import re
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from accounts.models import Account
from accounts.scopes import Scope
from tests.accounts.keys import key_for
from tests.accounts.people import PASSWORD, as_person, fresh_address
from tests.cast import Player, Response, open_player

BACK = "https://board.example.org/back"
DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"


@dataclass
class Browser:
    """Somebody who looks at pages and sends their forms, with cookies and CSRF tokens."""

    person: Player
    client: Client = field(
        default_factory=lambda: Client(enforce_csrf_checks=True, REMOTE_ADDR=fresh_address())
    )

    def get(self, path: str) -> Response:
        return self.client.get(path)

    def send(self, path: str, **fields: str) -> Response:
        """Look at a page and send its form."""
        shown = self.client.get(path)
        return self.answer(shown, path, **fields)

    def answer(self, shown: Response, path: str, **fields: str) -> Response:
        """Send the form of a page that was shown."""
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', shown.text)
        assert token, shown.text
        return self.client.post(path, {"csrfmiddlewaretoken": token[1], **fields})

    def log_in(self, password: str = PASSWORD) -> Response:
        return self.send("/oauth/log-in?again=1", name=self.person.name, password=password)


def person() -> Player:
    """Open the account of a person who may do everything."""
    player = as_person(open_player())
    player.token = key_for(player, *Scope).token
    return player


def logged_in() -> Browser:
    """Return a browser in which somebody has logged in before."""
    browser = Browser(person())
    browser.client.force_login(Account.objects.get(name=browser.person.name))
    return browser


@dataclass
class AppClient:
    """An app, as its author registered it."""

    client_id: str
    secret: str | None = None
    redirect_uri: str = BACK
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    client: Client = field(default_factory=Client)

    def request(self, scope: str | None = "games:read games:play", **changes: str | None) -> str:
        """Return the address to which the app sends people."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        asked = {
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "response_type": "code",
            "scope": scope,
            "state": "the-state",
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
            **changes,
        }
        return "/oauth/authorize?" + urlencode({k: v for k, v in asked.items() if v is not None})

    def post(self, path: str, **fields: Any) -> Response:
        body = {"client_id": self.client_id, "client_secret": self.secret, **fields}
        sent = urlencode({k: v for k, v in body.items() if v is not None})
        return self.client.post(
            f"/oauth/{path}", sent, content_type="application/x-www-form-urlencoded"
        )

    def redeem(self, code: str, **changes: Any) -> Response:
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": self.verifier,
            **changes,
        }
        return self.post("token", **fields)

    def refresh(self, token: str, **changes: Any) -> Response:
        return self.post("token", grant_type="refresh_token", refresh_token=token, **changes)


def register(author: Player, *uris: str, confidential: bool = False, **fields: Any) -> AppClient:
    """Register an app through the API."""
    uris = uris or (BACK,)
    body = {"name": "Kitchen board", "redirect_uris": list(uris), "confidential": confidential}
    response = author.post("/apps", {**body, **fields})
    assert response.status_code == 201, response.content
    made = response.json()
    return AppClient(made["client_id"], made["client_secret"], redirect_uri=uris[0])


def code_of(response: Response) -> str:
    """Return the code with which somebody was sent back."""
    assert response.status_code == 302, response.text
    (code,) = parameters(response)["code"]
    return code


def parameters(response: Response) -> dict[str, list[str]]:
    return parse_qs(urlsplit(response["Location"]).query)


def allowed(browser: Browser, app: AppClient, **asked: Any) -> dict[str, Any]:
    """Let an app in; return the tokens that it gets."""
    back = browser.send(app.request(**asked), answer="allow")
    response = app.redeem(code_of(back))
    assert response.status_code == 200, response.content
    tokens: dict[str, Any] = response.json()
    return tokens


def words(response: Response) -> str:
    """Return what a page says, without its marks."""
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", response.text).split()))


def refused(response: Response, error: str, status: int = 400) -> None:
    """Assert that an app was refused with this error of RFC 6749."""
    assert response.status_code == status, response.content
    assert response.json()["error"] == error
    assert response["Cache-Control"] == "no-store"
