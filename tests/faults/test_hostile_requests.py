"""Odd addresses, queries, headers and methods, thrown at every endpoint (A10, A55)."""

import base64

import pytest

from tests.api.routes import OF_A_GAME, PATHS, ROUTES, WITH_BODY, filled
from tests.cast import Caller
from tests.faults.hostile import ground as ground  # noqa: PLC0414 - a fixture

ODD_IDS = (
    "0",
    "none",
    "%00",
    "..",
    "%2e%2e%2fgames",
    "%F0%9F%90%84",
    "%ff",
    "x" * 3000,
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-4000-8000-00000000000",
    "{game}0",
    "{game}%00",
    "{game}%20",
    "{game}%0a",
    "{hex}",
    "{upper}",
    "{{{game}}}",
    "urn:uuid:{game}",
    "'; DROP TABLE event; --",
)


@pytest.mark.parametrize("route", OF_A_GAME, ids=str)
def test_an_odd_id_names_no_game(subtests, ground, route):
    game = ground.game
    for form in ODD_IDS:
        id_ = form.format(game=game, hex=game.replace("-", ""), upper=game.upper())
        if id_ == game:
            continue  # an id of digits has no capitals
        with subtests.test(form[:40]):
            response = ground.alice.request(route.method, route.at(id_), route.body)
            ground.check_refused(response, 404)


ODD_NAMES = ("%00", "..", "%ff", "x" * 3000, "A", "%F0%9F%90%84", "a%20b", "house-random", "me")


@pytest.mark.parametrize("route", [r for r in ROUTES if "{name}" in r.path], ids=str)
def test_an_odd_name_names_nobody(subtests, ground, route):
    for name in ODD_NAMES:
        with subtests.test(name[:40]):
            path = filled(route.path, name=name)
            ground.check_refused(ground.alice.request(route.method, path, route.body), 404)


def _nonsense_cursors():
    texts = (
        "x",
        "|",
        "a|b",
        "games|now|1",
        "games|2026-01-01T00:00:00|00000000-0000-4000-8000-000000000000",
        "games|0001-01-01T00:00:00+23:59|00000000-0000-4000-8000-000000000000",
        "games|9999-12-31T23:59:59-23:59|00000000-0000-4000-8000-000000000000",
        "turns|2026-01-01T00:00:00+00:00|00000000000040008000000000000000",
        "turns|infinity|00000000-0000-4000-8000-000000000000",
        "ü|\0|x",
    )
    yield from (base64.urlsafe_b64encode(text.encode()).decode().rstrip("=") for text in texts)
    yield from ("", "=", "====", "a", "%C3%BC", "!!!!", "-_-_", "0", "null", "x" * 201, "%0a")


QUERIES = (
    "colour=red",
    "=",
    "=1",
    "x" * 5000,
    "%00=1",
    "limit=%00",
    "limit=1&limit=1",
    "limit=1&limit=2",
    "limit[]=1",
    "Limit=1",
    "limit=1;limit=2",
    "%6cimit=1&limit=1",
    "%ff=%ff",
    "token=x",
    "format=xml",
    "&".join(f"p{n}=1" for n in range(1001)),
)
"""Refused everywhere: unknown, doubled, or not to be read."""


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_a_query_that_is_not_asked_for_is_400(subtests, ground, route):
    for query in QUERIES:
        with subtests.test(query[:40]):
            response = ground.alice.request(
                route.method, f"{route.at(ground.game)}?{query}", route.body
            )
            ground.check_refused(response, *((422, 400) if "limit" in route.query else (400,)))


VALUES = {
    "limit": (
        "0",
        "101",
        "-1",
        "1.5",
        "1e1",
        "",
        "x",
        "٣",
        "9" * 30,
        "9" * 5000,
        "+1",
        "0x1",
        "1_0",
    ),
    "after": ("-1", "1.0", "x" * 65, "9" * 30, "٣" * 65),
    "seat": ("-1", "10", "x", "", "9" * 30),
    "sort": ("", "game", "DEADLINE", "deadline,waiting", "x" * 3000),
    "rated": ("", "1", "True"),
    "seats": ("", "x", "-1", "9" * 30),
    "free": ("", "x", "-1", "9" * 30),
    "time_control": ("", "x" * 3000),
    "state": ("", "lost", "waiting,failed", "WAITING", "%20failed"),
    "status": ("", "OPEN", "won", "open,running", "x" * 3000),
    "mine": ("", "1", "True", "yes", "null"),
    "open": ("", "0", "FALSE", "no", "[]"),
    "room": ("", "Players", "all"),
    "offered": ("", "1", "maybe"),
    "player": ("", "x" * 33, "x" * 3000),
    "ruleset": ("", "x" * 33),
    "cursor": tuple(_nonsense_cursors()),
    "day": (
        "",
        "x",
        "20260101",
        "2026-1-1",
        "2026-W01-1",
        "2026-02-30",
        "0000-01-01",
        "9" * 3000,
        "9999-12-31",
        "\u0662026-01-01",
        "2026-01-01T00:00:00",
        "-2026-01-01",
    ),
}


@pytest.mark.parametrize("route", [route for route in ROUTES if route.query], ids=str)
def test_a_parameter_that_cannot_be_used_is_422(subtests, ground, route):
    for name in route.query:
        if name == "ticket":
            continue  # it lets somebody in: below
        for value in VALUES[name]:
            if route.path == "/me/turns/next" and len(value) < 65:
                continue  # any text may be the id of a decision
            with subtests.test(f"{name}={value[:30]}"):
                path = route.at(ground.game, ground.alice.name)
                query = f"{name}={value}"
                if route.path == "/me/turns" and value == "101":
                    query = f"{name}=501"  # a longer list than others
                if route.needs and not route.needs.startswith(f"{name}="):
                    query += f"&{route.needs}"
                response = ground.alice.request(route.method, f"{path}?{query}")
                ground.check_refused(response, 422)
                assert response.json()["errors"][0]["pointer"] == f"/{name}"


@pytest.mark.parametrize("route", [r for r in ROUTES if "ticket" in r.query], ids=str)
def test_an_odd_ticket_opens_nothing(subtests, ground, route):
    for ticket in ("", "x", "hb_0", "0" * 64, "x" * 3000, "%F0%9F%90%84", "%ff", "'--", "a%20b"):
        with subtests.test(ticket[:20]):
            path = f"{route.at(ground.game)}?ticket={ticket}"
            ground.check_refused(Caller().get(path), 401)
            ground.check_refused(ground.alice.get(path), 422)  # it has a token, too


@pytest.mark.parametrize("player", ["'", "%25", "_", "house-random", "%F0%9F%90%84", "a%20b"])
def test_any_name_may_be_asked_for(ground, player):
    response = ground.alice.get(f"/games?player={player}")
    assert response.status_code == 200
    assert response.json() == {"items": [], "next": None}


ODD_KEYS = ("", "x" * 65, "a b", "a\x01b", "a\x7f", "ü", "🐄", "\t", "x" * 9000)


@pytest.mark.parametrize("route", [r for r in WITH_BODY if r.method == "POST"], ids=str)
def test_a_malformed_key_is_400(subtests, ground, route):
    caller = ground.alice if route.needs_token else Caller()
    for key in ODD_KEYS:
        with subtests.test(key[:20]):
            response = caller.request(
                route.method, route.at(ground.game), route.body, headers={"Idempotency-Key": key}
            )
            ground.check_refused(response, 400)


ODD_HEADERS = (
    {"If-None-Match": "garbage"},
    {"If-None-Match": 'W/"'},
    {"If-None-Match": "," * 5000},
    {"If-None-Match": "\x00"},
    {"If-None-Match": "ü"},
    {"If-Match": '"x"'},
    {"Prefer": "wait=-1"},
    {"Prefer": "wait=99999999999"},
    {"Prefer": "wait=abc"},
    {"Prefer": "wait"},
    {"Prefer": "wait=1; wait=2, wait=3"},
    {"Prefer": "\x00"},
    {"Prefer": "return=minimal"},
    {"Accept": "text/html"},
    {"Accept": "\x00"},
    {"Accept": "application/json;q=0"},
    {"Accept": "x" * 9000},
    {"Accept-Language": "xx;q=y"},
    {"Accept-Encoding": "identity;q=0"},
    {"Accept-Charset": "utf-16"},
    {"Content-Encoding": "gzip"},
    {"Range": "bytes=0-0"},
    {"X-HTTP-Method-Override": "DELETE"},
    {"X-Forwarded-For": "1.2.3.4, ü"},
    {"X-Forwarded-Host": "evil.example"},
    {"Herdbook-Waiter": "x"},
    {"Herdbook-Topic": "game x 1"},
    {"Request-Id": "x" * 9000},
    {"Cookie": "herdbook_session=x; csrftoken=y"},
    {"Cookie": "\x00=;;;=="},
    {"Referer": "\x00"},
    {"Origin": "null"},
    {"If-Modified-Since": "yesterday"},
)


@pytest.mark.parametrize("path", ["/games?mine=true", "/games/{game}", "/me/turns", "/nowhere"])
def test_an_odd_header_changes_nothing_about_a_read(subtests, ground, path):
    path = path.format(game=ground.game)
    plain = ground.alice.get(path)
    for headers in ODD_HEADERS:
        with subtests.test(str(headers)[:60]):
            odd = ground.alice.request("GET", path, headers=headers)
            assert odd.status_code == plain.status_code, odd.content
            assert odd["Content-Type"] == plain["Content-Type"]
            assert "Herdbook-Topic" not in odd
            assert "Herdbook-Waiter" not in odd


def test_an_odd_header_changes_nothing_about_a_refusal(subtests, ground):
    path = f"/games/{ground.game}/moves"
    for headers in ODD_HEADERS:
        with subtests.test(str(headers)[:60]):
            response = ground.alice.request("POST", path, {"move": "take"}, headers=headers)
            ground.check_refused(response, 422)


@pytest.mark.parametrize(
    "method", ["PUT", "PATCH", "TRACE", "FOO", "OPTIONS", "CONNECT", "X" * 200]
)
def test_an_odd_method_is_405(subtests, ground, method):
    known = {route.path for route in ROUTES if route.method == method}
    for path in PATHS:
        if path in known:
            continue
        with subtests.test(path):
            at = filled(path, game=ground.game)
            ground.check_refused(ground.alice.request(method, at, raw=b"\xff[[["), 405)


def test_decisions_that_are_not_mine(subtests, ground):
    game, seat, opened = ground.decision["id"].split("-")
    other = ground.bob.create("me", "random")["decision"]["id"]
    ground.before = ground.rows()
    forms = (
        f"{game}-1-{opened}",
        f"{game}-9-{opened}",
        f"{game}-{seat}-999999999",
        f"{game}-{seat}-{opened}0",
        f"{game}-0{seat}-{opened}",
        f"{game}-{seat}--1",
        f"{game}-{seat}-٣",
        game,
        other,
        ground.decision["id"].upper() + "X",
        ground.decision["id"] + "\n",
        "None",
    )
    for decision in forms:
        for caller in (ground.alice, ground.bob):
            with subtests.test(decision):
                asked = {"decision": decision, "move": ground.decision["legal_moves"][0]}
                response = caller.post(f"/games/{ground.game}/moves", asked)
                ground.check_refused(response, 409)
