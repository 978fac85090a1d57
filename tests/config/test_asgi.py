"""The ASGI application: bodies in pieces, addresses no WSGI server would pass on, other prefixes."""

import asyncio
import json

import pytest

from config.middleware import WAITER_KEY
from tests.cast import problem
from tests.config.asgi import one, send, together
from tests.tables import seated

pytestmark = pytest.mark.usefixtures("asgi")
JSON = ("content-type", "application/json")


def _chunks(value, size=7):
    raw = json.dumps(value).encode()
    return [raw[place : place + size] for place in range(0, len(raw), size)]


def test_a_body_in_pieces_and_without_a_length_is_read(alice, bob):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    reply = one(f"/games/{game}/moves", method="POST", by=alice, chunks=_chunks(asked))
    assert reply.status_code == 201, reply.content
    assert reply["Content-Type"] == "application/json"
    assert int(reply["Content-Length"]) == len(reply.content)


@pytest.mark.parametrize("length", ["0", "1", "5", "99999", "-1", "x", "1e3", ""])
def test_what_the_client_says_of_the_length_is_not_believed(alice, length):
    body = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}]}
    reply = one(
        "/games",
        method="POST",
        by=alice,
        chunks=_chunks(body),
        headers=[("content-length", length)],
    )
    assert reply.status_code == 201, reply.content


def test_a_stream_that_does_not_end_is_cut_at_16_kib(alice):
    """It is refused after the first pieces: the rest would never come."""
    chunks = [b'{"a": "'] + [b"x" * 1024] * 17
    reply = one("/games", method="POST", by=alice, chunks=[*chunks, *[b"x" * 1024] * 1000])
    problem(reply, 413, "body_too_large")
    reply = one("/games", method="POST", by=alice, chunks=[*chunks[:10], b'"}'])
    problem(reply, 400, "unknown_field")


def test_an_empty_stream_is_an_empty_body(alice, bob):
    game = seated(alice, bob)
    reply = one(f"/games/{game}/abort", method="POST", by=alice, chunks=[b"", b"", b""])
    assert reply.status_code == 200


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json; charset=rot13",
        "application/json; charset=hex",
        "application/json; charset=utf-16",
        "application/json; charset*=bogus'en'x",
        "text/plain; charset=idna",
        'x; charset="',
        ";" * 1000,
        "application/json; a=" + "b" * 20_000,
    ],
)
def test_no_charset_makes_it_fail(alice, content_type):
    headers = [("content-type", content_type)]
    reply = one("/games?mine=true&limit=1", by=alice, headers=headers)
    assert reply.status_code == 200
    reply = one("/games", method="POST", by=alice, headers=headers, chunks=[b"{}"])
    problem(reply, 415, "unsupported_media_type")
    reply = one("/nowhere", base="", method="POST", headers=headers, chunks=[b"{}"])
    problem(reply, 404, "not_found")


@pytest.mark.parametrize(
    "query", [b"\xff=\xfe", b"limit=\xd9\xa1", b"limit=1&%zz", b"\x00", b"a b"]
)
def test_no_query_makes_it_fail(alice, query):
    reply = one("/games", by=alice, query=query)
    assert reply.status_code in {400, 422}
    problem(reply, reply.status_code, reply.json()["code"])


@pytest.mark.parametrize("path", ["/games/%ff", "/games/%00", "/%ed%a0%80", "/games/%F0%9F%90%84"])
def test_no_path_makes_it_fail(alice, path):
    problem(one(path, by=alice), 404, "not_found")
    problem(one(path, base=""), 404, "not_found")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/api", "/api/", "/api/v2/games", "//api/v1/games", "/x/api/"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "TRACE", "FOO"])
def test_a_path_outside_of_the_api_is_a_problem(path, method):
    reply = one(path, base="", method=method, headers=[("prefer", "wait=5")])
    problem(reply, 404, "not_found")
    assert reply.seconds < 5


def test_our_private_headers_are_taken_from_nobody_and_told_nobody(alice, bob):
    game = seated(alice, bob)
    tag = one(f"/games/{game}", by=alice)["ETag"]
    for name in ("Herdbook-Waiter", "herdbook_waiter", "HERDBOOK-WAITER"):
        for value in ("", "x", WAITER_KEY):
            for path in (
                f"/games/{game}",
                f"/games/{game}/events?after=99",
                "/me/turns/next?after=x",
            ):
                reply = one(path, by=bob, headers=[(name, value), ("if-none-match", "*")])
                if name == "herdbook_waiter" and value == WAITER_KEY:
                    continue  # nobody outside of this process can know the key
                assert "Herdbook-Topic" not in reply
                assert "Herdbook-Waiter" not in reply
                assert WAITER_KEY not in str(reply.headers)
    reply = one(f"/games/{game}", by=alice, headers=[("if-none-match", tag), ("prefer", "wait=0")])
    assert reply.status_code == 304
    assert "Herdbook-Topic" not in reply


def test_two_credentials_are_none(alice, bob):
    reply = one("/me/turns", by=alice, headers=[("authorization", f"Bearer {bob.token}")])
    problem(reply, 401, "token_invalid")


def test_many_calls_at_once_are_all_answered(alice, bob):
    game = seated(alice, bob)
    replies = together(*[lambda: send(f"/games/{game}", by=alice)] * 20)
    assert [reply.status_code for reply in replies] == [200] * 20
    assert len({reply["Request-Id"] for reply in replies}) == 20


def test_other_protocols_are_turned_away():
    from config.asgi import application

    said = []

    async def run():
        async def receive():
            return {"type": "websocket.connect"}

        async def take(message):
            said.append(message["type"])

        await application({"type": "websocket", "path": "/api/v1/games"}, receive, take)

    asyncio.run(run())
    assert said == ["websocket.close"]
