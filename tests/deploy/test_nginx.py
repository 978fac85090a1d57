"""nginx as it is shipped, in front of the web servers as their units start them (A11)."""

import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import httpx
import pytest

from config.errors import CATALOGUE, MEDIA_TYPE
from tests.deploy.proxied import Site, silent_port, web_server
from tests.docs.pages import DOCS
from tests.stack.stacks import Stack, free_port, until

pytestmark = pytest.mark.skipif(  # Debian has nginx, the pinned packages do not
    shutil.which("nginx") is None, reason="nginx is not on PATH"
)
SECRET = "s3cretS3cret"
JSON = {"Content-Type": "application/json"}
SANDBOXES = 3


@pytest.fixture(scope="module")
def site(live_stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole site, whose limits are on; `X-Forwarded-For` has one entry of ours."""
    public = {
        "HERDBOOK_BEHIND_TLS": "1",
        "HERDBOOK_NUM_PROXIES": "1",
        "HERDBOOK_LIMITS": "on",
        "HERDBOOK_LIMIT_SANDBOXES": str(SANDBOXES),
        "HERDBOOK_LIMIT_ANONYMOUS": "10000",
    }
    with ExitStack() as stack:
        calls = stack.enter_context(web_server("herdbook-calls", live_stack, **public))
        waits = stack.enter_context(web_server("herdbook-waits", live_stack, **public))
        built = Site(tmp_path_factory.mktemp("site"), calls=calls, waits=waits)
        yield stack.enter_context(built.running())


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of which one web server says nothing and the other is not there."""
    with silent_port() as calls:
        folder = tmp_path_factory.mktemp("broken")
        with Site(folder, calls=calls, waits=free_port(), seconds=1).running() as built:
            yield built


@pytest.fixture(scope="module")
def pair(site: Site) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """Two players who come through nginx."""
    with site.client("127.0.0.2") as visitor:
        tokens = [visitor.post("/api/v1/sandbox").json()["token"] for _ in range(2)]
    with site.client(token=tokens[0]) as alice, site.client(token=tokens[1]) as bob:
        yield alice, bob


def a_problem(status: int, headers: Any, body: dict[str, Any], code: str) -> None:
    kind = CATALOGUE[code]
    assert (status, body["status"]) == (kind.status, kind.status)
    assert headers["content-type"].partition(";")[0] == MEDIA_TYPE
    assert (body["code"], body["title"]) == (code, kind.title)
    assert body["type"] == f"/api/v1/errors#{code}"
    assert body["retryable"] is kind.retryable
    assert body["request_id"] == headers["request-id"]
    assert headers["cache-control"] == "no-store"


def problem(answer: httpx.Response, code: str) -> None:
    a_problem(answer.status_code, answer.headers, answer.json(), code)


@pytest.mark.parametrize("wait", ["", "wait=5"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PROPFIND"])
@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/nowhere",
        "/api/v1/games/0f9b1c0e-0000-4000-8000-000000000000/nowhere",
        "/api/v1/games/x/y/z",
        "/api/v2/games",
        "/api/",
        "/api/v1/calendar",
        "/api/v1/%ff",
        "/api/v1/..%2f..%2fetc/passwd",
        "/api//v1/games",
    ],
)
def test_a_path_that_is_not_there_is_a_problem(
    site: Site, path: str, method: str, wait: str
) -> None:
    """A11, through both web servers."""
    with site.client() as client:
        answer = client.request(method, path, headers={"Prefer": wait, "Request-Id": "mine.1"})
    problem(answer, "not_found")
    assert answer.headers["request-id"] == "mine.1"


def test_a_game_that_is_not_there_is_a_problem(pair: tuple[httpx.Client, httpx.Client]) -> None:
    """A11."""
    for path in ("", "/events", "/stream", "/replay"):
        game = "0f9b1c0e-0000-4000-8000-000000000000"
        problem(pair[0].get(f"/api/v1/games/{game}{path}"), "not_found")


def test_a_body_that_nginx_refuses_is_a_problem(site: Site) -> None:
    with site.client() as client:
        for size in (17 * 1024, 3 * 1024 * 1024):  # of the application, and of nginx
            answer = client.post("/api/v1/sandbox", content=b" " * size, headers=JSON)
            problem(answer, "body_too_large")


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (b"GET /api/v1/games?x=%s HTTP/1.1\r\nHost: cards.example\r\n", "malformed_request"),
        (b"GET /api/v1 HTTP/1.1\r\nHost: cards.example\r\nX: %s\r\n", "malformed_request"),
        (b"GET /api/v1 HTTP/1.1\r\n", "malformed_request"),
        (b"GET /api/v1/%%00 HTTP/1.1\r\nHost: cards.example\r\n", "malformed_request"),
        (b"GET /api/v1/%%zz HTTP/1.1\r\nHost: cards.example\r\n", "malformed_request"),
        (b"NO WAY\r\n", "malformed_request"),
        (b"TRACE /api/v1 HTTP/1.1\r\nHost: cards.example\r\n", "method_not_allowed"),
    ],
)
def test_what_nginx_cannot_read_is_a_problem(site: Site, request_: bytes, code: str) -> None:
    """414, 400 and 405 of nginx itself."""
    sent = request_ % (b"a" * 9_000) if b"%s" in request_ else request_.replace(b"%%", b"%")
    status, headers, body = site.raw(sent + b"Connection: close\r\n\r\n")
    a_problem(status, headers, json.loads(body), code)


@pytest.mark.parametrize("prefer", ["", "wait=5"])
def test_a_web_server_that_does_not_answer_is_a_problem(broken: Site, prefer: str) -> None:
    """504 of one that says nothing, 502 of one that is not there."""
    with broken.client() as client:
        answer = client.get("/api/v1/me/turns", headers={"Prefer": prefer})
    problem(answer, "unavailable")
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.headers["access-control-allow-origin"] == "*"


def test_a_long_poll_comes_back_with_the_news(pair: tuple[httpx.Client, httpx.Client]) -> None:
    alice, bob = pair
    game = _game(alice)
    seen = alice.get(f"/api/v1/games/{game}")
    found: list[tuple[httpx.Response, float]] = []
    asked = {"Prefer": "wait=30", "If-None-Match": seen.headers["etag"]}

    def wait() -> None:
        begin = time.monotonic()
        answer = alice.get(f"/api/v1/games/{game}", headers=asked)
        found.append((answer, time.monotonic() - begin))

    waiter = threading.Thread(target=wait)
    waiter.start()
    waiter.join(0.7)  # it waits
    assert waiter.is_alive()
    assert bob.post(f"/api/v1/games/{game}/seats", json={}).status_code == 201
    waiter.join(15)
    [(answer, seconds)] = found
    assert (answer.status_code, seconds < 15) == (200, True)
    assert answer.headers["preference-applied"] == "wait=30"
    assert answer.json()["version"] > seen.json()["version"]
    # Compressed by nginx or not, it is the same version to the application.
    again = alice.get(f"/api/v1/games/{game}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_stream_is_passed_on_as_it_comes(
    site: Site, pair: tuple[httpx.Client, httpx.Client]
) -> None:
    alice, bob = pair
    game = _game(alice)
    path = f"/api/v1/games/{game}/stream"
    ticket = alice.post("/api/v1/stream-tickets", json={"path": path}).json()
    with site.client() as browser, browser.stream("GET", ticket["url"]) as stream:
        assert stream.status_code == 200
        assert "content-encoding" not in stream.headers
        lines = stream.iter_lines()
        assert next(lines)
        begin = time.monotonic()
        assert bob.post(f"/api/v1/games/{game}/seats", json={}).status_code == 201
        assert any("SeatTaken" in line or "GameStarted" in line for line in lines)
        assert time.monotonic() - begin < 5
    secret = ticket["url"].partition("ticket=")[2]
    until(lambda: path in site.logs, "nginx to write the stream down")
    assert secret
    assert secret not in site.logs


def test_forged_addresses_are_not_believed(site: Site) -> None:
    """HERDBOOK_NUM_PROXIES=1: the address is the one that nginx saw."""
    with site.client("127.0.0.3") as forger, site.client("127.0.0.4") as other:
        codes = [
            forger.post(
                "/api/v1/sandbox", headers={"X-Forwarded-For": f"203.0.113.{place}"}
            ).status_code
            for place in range(SANDBOXES + 1)
        ]
        assert codes == [201] * SANDBOXES + [429]
        forged = {"X-Forwarded-For": "127.0.0.3"}
        assert other.post("/api/v1/sandbox", headers=forged).status_code == 201


def test_nobody_but_nginx_says_that_it_was_tls(site: Site) -> None:
    with site.client() as client:
        answer = client.get("/api/v1", headers={"X-Forwarded-Proto": "http"})
    assert answer.status_code == 200
    assert "strict-transport-security" in answer.headers
    plain = httpx.get(f"http://127.0.0.1:{site.plain}/api/v1", headers={"Host": "cards.example"})
    assert plain.status_code == 308
    assert plain.headers["location"] == "https://cards.example/api/v1"


@pytest.mark.parametrize(
    "path",
    [
        f"/api/v1/calendar/{SECRET}.ics",
        f"/api/v1/%63alendar/{SECRET}.ics",
        f"/mails/stop/{SECRET}",
        f"/api/v1/me/stream?ticket={SECRET}",
        f"/api/v1/games/0f9b1c0e-0000-4000-8000-000000000000/stream?ticket={SECRET}",
        f"/oauth/device?user_code={SECRET}",
    ],
)
def test_no_log_of_nginx_has_a_secret(site: Site, broken: Site, path: str) -> None:
    """Whether it gets through or not."""
    for asked in (site, broken):
        before = asked.logs.count("/api/v1/nowhere")
        with asked.client() as client:
            client.get(path, headers={"Referer": f"https://cards.example{path}"})
            client.post(path, content=b"x" * 3 * 1024 * 1024)
            client.get("/api/v1/nowhere")
        httpx.get(f"http://127.0.0.1:{asked.plain}{path}", headers={"Host": "cards.example"})
        until(partial(_is_logged_again, asked, before), "nginx to write it down")
        assert SECRET not in asked.logs


def _is_logged_again(site: Site, before: int) -> bool:
    return site.logs.count("/api/v1/nowhere") > before


def test_its_problems_are_those_of_the_catalogue() -> None:
    text = (DOCS / "deploy/nginx.conf").read_text()
    bodies = [json.loads(one) for one in re.findall(r"return \d+ '(\{.+\})';", text)]
    assert len(bodies) == 5
    for body in bodies:
        kind = CATALOGUE[body["code"]]
        assert (body["status"], body["title"]) == (kind.status, kind.title)


def _game(alice: httpx.Client) -> str:
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = alice.post("/api/v1/games", json={"ruleset": "mow", "seats": seats})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])
