"""Hostile paths and queries, of everything that is served."""

import random
from collections.abc import Callable, Iterator
from urllib.parse import quote

from tests.api.routes import NO_ID, ROUTES
from tests.hostile.bodies import FORMS, SPARED
from tests.hostile.texts import TEXTS
from tests.hostile.wire import Request

OTHERS = (
    *(path.decode() for path in FORMS),
    *("/", "/api", "/api/v1", "/api/v2/games", "/static/", "/static/oauth/pages.css"),
    *("/static/../config/settings.py", "/.well-known/oauth-authorization-server", "/metrics"),
    *("/admin/store/game/", "/admin/accounts/account/", "/admin/search/", "/admin/jsi18n/"),
    *(f"/admin/games/{NO_ID}/", "/admin/players/nobody/", "/admin/r/1/1/", "/admin/autocomplete/"),
    *(f"/admin/store/game/{NO_ID}/change/", "/admin/accounts/case/orders/claim/", "/favicon.ico"),
)
PARAMETERS = (
    *("limit", "cursor", "after", "seat", "sort", "status", "ruleset", "open", "player", "mine"),
    *("day", "ticket", "room", "state", "time_control", "rated", "seats", "free", "offered"),
    *("client_id", "redirect_uri", "response_type", "scope", "code_challenge", "user_code", "next"),
    *("code_challenge_method", "q", "o", "p", "_to_field", "_popup", "ids", "view", "version", "s"),
    *("status__exact", "id__exact", "e", "all", "day__gte", "again", "resource", "nonce", "prompt"),
)
METHODS = (b"GET",) * 12 + (
    b"HEAD",
    b"POST",
    b"PUT",
    b"DELETE",
    b"OPTIONS",
    b"TRACE",
    b"FOO",
    b"get",
)


def quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass")[:3000])


SPOILED: tuple[Callable[[str, random.Random], str], ...] = (
    lambda path, rng: path.replace("/", rng.choice(("//", "/./", "/../", "\\", "%2f", "/%2e%2e/"))),
    lambda path, rng: (
        path + rng.choice(("/", "//", "/..", "/.", ";", "%00", "%20", "%0a", "#", "~"))
    ),
    lambda path, rng: "/".join(
        quoted(rng.choice(TEXTS)) if rng.random() < 0.3 else part for part in path.split("/")
    ),
    lambda path, rng: "".join(f"%{ord(c):02X}" if rng.random() < 0.3 else c for c in path),
    lambda path, rng: path + rng.choice(("%", "%z", "%c0%ae", "%ff", "%u0041", "%ed%a0%80", "%C3")),
    lambda path, _: path.swapcase(),
    lambda path, rng: rng.choice(("http://localhost", "http://evil.example", "*", "//evil")) + path,
    lambda path, _: path[1:] or "x",
    lambda path, rng: path * rng.choice((2, 20, 100)),
    lambda path, rng: path.replace("0", rng.choice(("٣", "%D9%A3", "\uff10"))),
    lambda path, rng: path + ";" + quoted(rng.choice(TEXTS)) + "=1",
)


def query(rng: random.Random) -> str:
    """Return a query in which nothing may fit."""
    parts = []
    for _ in range(rng.choice((1, 1, 2, 3, 30))):
        name = rng.choice(PARAMETERS) if rng.random() < 0.85 else quoted(rng.choice(TEXTS))
        parts.append(f"{name}={quoted(rng.choice(TEXTS))}")
    joined = rng.choice(("&", "&", "&", ";", "&&", "?")).join(parts)
    return joined + rng.choice(("", "", "", "&", "%", "=", "%00", "&a" * 1100, "&%ff=%fe"))


def paths(rng: random.Random, *, game: str, tokens: list[str]) -> Iterator[Request]:
    """Yield hostile paths and queries without end."""
    served = [f"/api/v1{one.at(game)}" for one in ROUTES if str(one) not in SPARED]
    while True:
        path = rng.choice(served if rng.random() < 0.6 else OTHERS)
        if rng.random() < 0.6:
            path = rng.choice(SPOILED)(path, rng)
        target = f"{path}?{query(rng)}" if rng.random() < 0.5 else path
        raw = target.replace(" ", "%20").encode("utf-8", "surrogatepass")[:7000]
        method = rng.choice(METHODS)
        if method == b"DELETE" and path.startswith("/api/v1/me"):
            method = b"GET"
        token = rng.choice(tokens)
        headers = ((b"Authorization", f"Bearer {token}".encode()),) if token else ()
        yield Request(method, raw, headers)
