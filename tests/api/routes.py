"""Every route and method of the API, with what it asks of a caller.

`test_roles` holds this table against the paths that are served, so that none can be forgotten.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Route:
    """One method of one path; `{game}` and `{name}` are filled in by the test."""

    method: str
    path: str
    scope: str | None = None
    """What a token must be for; None: no token is asked for."""
    public: bool = False
    """Whether it answers without a token, too."""
    body: Any = None
    """A body that is well formed and harmless."""
    fields: tuple[str, ...] = ()
    """The fields of the body."""
    optional: tuple[str, ...] = ()
    """Those fields of `body` that may be left out."""
    query: tuple[str, ...] = ()
    """The parameters of the query."""
    needs: str = ""
    """The part of the query that must be there."""
    limit: int = 16 * 1024
    """The bytes that a body may have."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def needs_token(self) -> bool:
        return self.scope is not None and not self.public

    def at(self, game: str, name: str = "nobody", **others: str) -> str:
        return filled(self.path, game=game, name=name, **others)


NO_ID = "00000000-0000-4000-8000-000000000000"


def filled(path: str, *, game: str = "none", name: str = "nobody", **others: str) -> str:
    """Return a path of the table with all that is left open in it filled in."""
    unknown = {
        "slug": "mow",
        "token": "0" * 16,
        "webhook": NO_ID,
        "delivery": NO_ID,
        "sanction": NO_ID,
    }
    unknown |= {"address": "of-nobody", "seat": "0", "client": "hbapp_0", "decision": "none"}
    return path.format(game=game, name=name, **{**unknown, **others})


_READ, _PLAY, _CREATE = "games:read", "games:play", "games:create"
_KNOW, _WRITE, _BOTS = "account:read", "account:write", "bots:manage"
_HOOKS = "webhooks:manage"
_NO_WEBHOOK = {"url": "http://127.0.0.1/", "types": ["webhook.disabled"]}
_PAGE = ("limit", "cursor")
_WHICH = ("status", "ruleset", "open", "offered", "rated", "seats", "free", "time_control")
_NEW_KEY = {"label": "a key", "scopes": ["reports:write"]}
_NEW_GAME = ("ruleset", "seats", "options", "time_control", "rated", "private")
_NO_REPLAY: dict[str, Any] = {
    "format": "herdbook-replay/1",
    "ruleset": "chess",
    "rules_version": 1,
    "seats": 2,
    "options": {},
    "shuffles": [],
    "moves": [],
    "events": [],
    "result": {"winners": [], "losers": [], "scores": [], "reason": "aborted"},
}

ROUTES = (
    Route("GET", ""),
    Route("GET", "/errors"),
    Route("GET", "/openapi.json"),
    Route("GET", "/docs"),
    Route("GET", "/health/live"),
    Route("GET", "/health/ready"),
    Route("GET", "/time"),
    Route("GET", "/rulesets"),
    Route("GET", "/rulesets/{slug}"),
    Route("POST", "/sandbox", body={}, fields=("ruleset",)),
    Route(
        "GET",
        "/games",
        _READ,
        public=True,
        query=(*_PAGE, *_WHICH, "player", "mine"),
    ),
    Route(
        "POST",
        "/games",
        _CREATE,
        body={"ruleset": "chess", "seats": [{"kind": "me"}]},
        fields=_NEW_GAME,
    ),
    Route(
        "POST",
        "/quick-match",
        _CREATE,
        body={"ruleset": "chess", "seats": 2},
        fields=("ruleset", "seats", "options", "time_control", "rated"),
    ),
    Route(
        "POST", "/imports", _CREATE, body=_NO_REPLAY, fields=(*_NO_REPLAY, "id"), limit=1024 * 1024
    ),
    Route("GET", "/games/{game}", _READ, public=True),
    Route("GET", "/games/{game}/events", _READ, public=True, query=("after", "limit")),
    Route("GET", "/games/{game}/stream", _READ, public=True, query=("after", "ticket")),
    Route("GET", "/games/{game}/replay", _READ, public=True, query=("seat",)),
    Route("GET", "/games/{game}/proof", _READ, public=True),
    Route("POST", "/games/{game}/code", _CREATE, body={}),
    Route(
        "POST",
        "/games/{game}/seats",
        _PLAY,
        body={"seat": 0},
        fields=("seat", "code", "commitment"),
    ),
    Route(
        "POST",
        "/games/{game}/invitation",
        _PLAY,
        body={"accept": True},
        fields=("accept", "commitment"),
    ),
    Route(
        "POST",
        "/games/{game}/seats/me/entropy",
        _PLAY,
        body={"entropy": "0" * 64},
        fields=("entropy",),
    ),
    Route(
        "POST",
        "/games/{game}/seats/{seat}/offer",
        _PLAY,
        body={"account": "nobody"},
        fields=("account",),
        optional=("account",),
    ),
    Route("DELETE", "/games/{game}/seats/{seat}/offer", _PLAY),
    Route("POST", "/games/{game}/rematch", _CREATE, body={}),
    Route("DELETE", "/games/{game}/seats/me", _PLAY),
    Route("POST", "/games/{game}/seats/me/return", _PLAY, body={}),
    Route(
        "POST",
        "/games/{game}/moves",
        _PLAY,
        body={"move": "take", "decision": "none"},
        fields=("move", "decision"),
    ),
    Route("GET", "/games/{game}/plan", _PLAY),
    Route(
        "PUT",
        "/games/{game}/plan",
        _PLAY,
        body={"orders": []},
        fields=("orders", "decision", "version"),
    ),
    Route("DELETE", "/games/{game}/plan", _PLAY),
    Route("GET", "/games/{game}/chat", _READ, public=True, query=("room", "after", "limit")),
    Route("POST", "/games/{game}/chat", "chat:write", body={"text": "hello"}, fields=("text",)),
    Route("POST", "/games/{game}/resign", _PLAY, body={}),
    Route("POST", "/games/{game}/abort", _PLAY, body={}),
    Route("POST", "/games/{game}/undo", _PLAY, body={}, fields=("consent", "to_version")),
    Route("POST", "/games/{game}/pause", _PLAY, body={}, fields=("resume_at",)),
    Route("POST", "/games/{game}/resume", _PLAY, body={}),
    Route("POST", "/accounts", body={"name": "me", "password": "x"}, fields=("name", "email")),
    Route("GET", "/tokens", _KNOW, query=_PAGE),
    Route("POST", "/tokens", _WRITE, public=True, body=_NEW_KEY, fields=("scopes", "expires_in")),
    Route("POST", "/tokens/leaked", body={"tokens": ["hb_0"]}, fields=("tokens",)),
    Route("GET", "/token", _KNOW),
    Route("DELETE", "/tokens/{token}", _WRITE),
    Route(
        "POST",
        "/stream-tickets",
        _READ,
        body={"path": "/api/v1/me/stream"},
        fields=("path",),
    ),
    Route("GET", "/me", _KNOW),
    Route("PATCH", "/me", _WRITE, body={}, fields=("time_zone", "email")),
    Route(
        "PUT",
        "/me/password",
        _WRITE,
        body={"password": "x", "new_password": "three cows in a row"},
        fields=("new_password", "end_tokens"),
    ),
    Route("POST", "/me/email-confirmation", _WRITE, body={}),
    Route("POST", "/email-confirmations", body={"code": "x"}, fields=("code",)),
    Route("POST", "/password-resets", body={"name": "x"}, fields=("name", "email")),
    Route(
        "POST",
        "/password-resets/use",
        body={"code": "x", "password": "x"},
        fields=("code", "password"),
    ),
    Route("GET", "/me/events", _READ, query=("after", "limit")),
    Route("GET", "/me/sanctions", _KNOW, query=_PAGE),
    Route("POST", "/me/sanctions/{sanction}/appeal", _WRITE, body={"text": "no"}, fields=("text",)),
    Route("POST", "/me/sanctions/{sanction}/acknowledge", _WRITE, body={}),
    Route("PUT", "/me/mutes/{name}", _WRITE),
    Route("DELETE", "/me/mutes/{name}", _WRITE),
    Route("PUT", "/me/blocks/{name}", _WRITE),
    Route("DELETE", "/me/blocks/{name}", _WRITE),
    Route("GET", "/reports", _KNOW, query=_PAGE),
    Route(
        "POST",
        "/reports",
        "reports:write",
        body={"kind": "other", "text": "no"},
        fields=("game", "player", "kind", "from_version", "to_version", "text"),
    ),
    Route("GET", "/bots", _BOTS, query=_PAGE),
    Route("POST", "/bots", _BOTS, body={"name": "me"}, fields=("name", "accepts")),
    Route("GET", "/bots/{name}", _BOTS),
    Route("PATCH", "/bots/{name}", _BOTS, body={}, fields=("accepts",)),
    Route("GET", "/bots/{name}/refusals/{decision}", _BOTS, query=_PAGE),
    Route("POST", "/bots/{name}/tokens", _BOTS, body=_NEW_KEY, fields=("scopes", "expires_in")),
    Route("GET", "/webhooks", _HOOKS, query=_PAGE),
    Route("POST", "/webhooks", _HOOKS, body=_NO_WEBHOOK, fields=("url", "types", "description")),
    Route("GET", "/webhooks/{webhook}", _HOOKS),
    Route("PATCH", "/webhooks/{webhook}", _HOOKS, body={}, fields=("url", "types")),
    Route("POST", "/webhooks/{webhook}/rotate-secret", _HOOKS, body={}),
    Route("POST", "/webhooks/{webhook}/test", _HOOKS, body={}),
    Route("POST", "/webhooks/{webhook}/redeliver", _HOOKS, body={}, fields=("delivery",)),
    Route("GET", "/webhooks/{webhook}/deliveries", _HOOKS, query=(*_PAGE, "state")),
    Route("GET", "/webhooks/{webhook}/deliveries/{delivery}", _HOOKS),
    Route("DELETE", "/webhooks/{webhook}", _HOOKS),
    Route("GET", "/apps", _KNOW, query=_PAGE),
    Route(
        "POST",
        "/apps",
        _WRITE,
        body={"name": "a board", "device_flow": True},
        fields=("name", "homepage", "redirect_uris", "device_flow", "confidential"),
        optional=("device_flow",),
    ),
    Route("GET", "/apps/{client}", _KNOW),
    Route("PATCH", "/apps/{client}", _WRITE, body={}, fields=("name", "redirect_uris")),
    Route("POST", "/apps/{client}/rotate-secret", _WRITE, body={}),
    Route("DELETE", "/apps/{client}", _WRITE),
    Route("GET", "/me/apps", _KNOW, query=_PAGE),
    Route("DELETE", "/me/apps/{client}", _WRITE),
    Route("GET", "/players/{name}", _READ, public=True),
    Route(
        "GET",
        "/players/{name}/games",
        _READ,
        public=True,
        query=(*_PAGE, *_WHICH),
    ),
    Route("GET", "/log/heads", _READ, public=True, query=(*_PAGE, "day"), needs="day=2026-01-01"),
    Route("GET", "/calendar/{address}.ics"),
    Route("GET", "/me/calendar", _KNOW),
    Route("POST", "/me/calendar", _WRITE, body={}),
    Route("DELETE", "/me/calendar", _WRITE),
    Route("GET", "/me/stream", _READ, query=("after", "ticket")),
    Route("GET", "/me/turns", _READ, query=(*_PAGE, "sort")),
    Route("GET", "/me/turns/next", _READ, query=("after",)),
    Route("GET", "/me/invitations", _READ, query=_PAGE),
    Route("GET", "/me/export", _KNOW),
    Route("GET", "/me/games", _READ, query=(*_PAGE, "status")),
    Route("GET", "/me/vacation", _KNOW),
    Route(
        "PUT",
        "/me/vacation",
        _WRITE,
        body={"ends_at": "2026-01-01T00:00:00Z"},
        fields=("starts_at", "ends_at"),
    ),
    Route("DELETE", "/me/vacation", _WRITE),
    Route("GET", "/me/limits", "account:read"),
    # What ends a bot or the caller comes last.
    Route("DELETE", "/bots/{name}", _BOTS),
    Route("DELETE", "/me", _WRITE),
)

OF_A_GAME = tuple(route for route in ROUTES if "{game}" in route.path)
WITH_BODY = tuple(route for route in ROUTES if route.method != "GET")
WITH_TOKEN = tuple(route for route in ROUTES if route.needs_token)
PATHS = tuple(dict.fromkeys(route.path for route in ROUTES))

TO_COME = ("/leaderboard",)
"""Paths of the contract that are not served yet."""
