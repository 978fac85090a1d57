"""Players of tests: they speak to the API in this process, over the real database.

Every answer they get is held against the OpenAPI document, and searched for hidden cards.
"""

import json
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from uuid import UUID

from django.conf import settings
from django.test import Client

from tests.canary import answers
from tests.contract import document

API = "/api/v1"
Response: TypeAlias = Any
"""Django's response as its test client gives it; `json()` is added to it at run time."""


@dataclass
class Caller:
    """Somebody who calls the API, without a token."""

    client: Client = field(default_factory=Client)
    token: str | None = None

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        content_type: str = "application/json",
        headers: dict[str, str] | None = None,
    ) -> Response:
        """Send a request; `path` is below the base. `raw` replaces the JSON of `body`.

        Raises `UndocumentedError` for an answer that the document does not promise.
        """
        sent = dict(headers or {})
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        content = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(
            method, API + path, content, content_type=content_type, headers=sent
        )
        _hold_against_document(response)
        self._search(response, path, content, sent)
        return response

    def _search(self, response: Response, path: str, sent: bytes, headers: dict[str, str]) -> None:
        """Report what this caller may not know."""
        asked, bearer = response.wsgi_request, headers.get("Authorization", "")
        answers.search(
            asked.method,
            asked.path,
            token=bearer.removeprefix("Bearer "),
            sent=sent + path.encode(),
            kind=response.headers.get("Content-Type", ""),
            content=response.content,
        )

    def get(self, path: str, **headers: str) -> Response:
        return self.request(
            "GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Response:
        return self.request(
            "POST", path, body, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )

    def delete(self, path: str) -> Response:
        return self.request("DELETE", path)


def _hold_against_document(response: Response) -> None:
    """Check an answer, unless a test has paths of its own or it is a browser's preflight."""
    asked = response.wsgi_request
    preflight = "Access-Control-Request-Method" in asked.headers and asked.method == "OPTIONS"
    if settings.ROOT_URLCONF == "config.urls" and not preflight:
        document.check(
            asked.method, asked.path, response.status_code, response.headers, response.content
        )


@dataclass
class Player(Caller):
    """A sandbox bot."""

    name: str = ""

    @property
    def account(self) -> UUID:
        """The id of the account, as the services know it."""
        from accounts.models import Account

        return Account.objects.only("id").get(name=self.name).id

    def create(self, *seats: dict[str, Any] | str, **fields: Any) -> dict[str, Any]:
        """Make a game of Mow and return its view; a seat is `me`, `open`, `random` or a dict."""
        listed = [_seat(seat) for seat in seats or ("me", "open")]
        response = self.post("/games", {"ruleset": "mow", "seats": listed, **fields})
        assert response.status_code == 201, response.content
        view: dict[str, Any] = response.json()
        return view

    def join(self, game: str, **body: Any) -> dict[str, Any]:
        response = self.post(f"/games/{game}/seats", body)
        assert response.status_code == 201, response.content
        view: dict[str, Any] = response.json()
        return view

    def view(self, game: str) -> dict[str, Any]:
        response = self.get(f"/games/{game}")
        assert response.status_code == 200, response.content
        view: dict[str, Any] = response.json()
        return view

    def move(self, game: str, move: str | None = None) -> Response:
        """Answer the decision owed, with its first legal move or with `move`."""
        decision = self.view(game)["decision"]
        return self.post(
            f"/games/{game}/moves",
            {"decision": decision["id"], "move": move or decision["legal_moves"][0]},
        )


def _seat(seat: dict[str, Any] | str) -> dict[str, Any]:
    if isinstance(seat, dict):
        return seat
    if seat in {"me", "open"}:
        return {"kind": seat}
    return {"kind": "house", "strategy": seat}


def open_player() -> Player:
    """Open a sandbox account through the API."""
    response = Caller().post("/sandbox")
    assert response.status_code == 201, response.content
    answer = response.json()
    return Player(token=answer["token"], name=answer["account"]["name"])


def problem(response: Response, status: int, code: str) -> dict[str, Any]:
    """Assert that a response is this problem document, and return it."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["code"] == code, body
    assert body["status"] == status
    assert {"type", "title", "detail", "request_id", "retryable"} <= set(body)
    return body
