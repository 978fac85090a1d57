"""POST /stream-tickets: what a browser opens a stream with, once, soon, and nothing else (A55)."""

import asyncio
import logging

import pytest
import redis

from accounts.services import tickets
from games.engine.seats import Seat
from games.selectors import game_view
from tests.accounts.keys import key_for, revoke
from tests.canary import findings
from tests.cast import problem
from tests.config.asgi import one
from tests.streams.reading import opened
from tests.tables import seated, whole_log

pytestmark = pytest.mark.usefixtures("asgi")


def _ticket(player, path):
    response = player.post("/stream-tickets", {"path": f"/api/v1{path}"})
    assert response.status_code == 201, response.content
    body = response.json()
    assert body["url"] == f"/api/v1{path}?ticket={body['ticket']}"
    assert body["expires_in"] == 30
    return body["ticket"]


def test_it_opens_the_stream_as_its_token_would(alice, bob):
    game = seated(alice, bob)
    ticket = _ticket(alice, f"/games/{game}/stream")

    async def run():
        async with opened(f"/games/{game}/stream?after=0&ticket={ticket}") as reader:
            return reader

    reader = asyncio.run(run())
    assert reader.frames[1].shown["you"] == {"seat": 0}
    assert reader.events == whole_log(alice, game)


def test_what_it_opens_is_searched_for_what_its_token_may_not_know(alice, bob, monkeypatch):
    """F41"""
    game, shown = seated(alice, bob), game_view.table
    ticket = _ticket(alice, f"/games/{game}/stream")
    monkeypatch.setattr(game_view, "table", lambda state, _: shown(state, Seat(1)))

    async def run():
        async with opened(f"/games/{game}/stream?ticket={ticket}") as reader:
            assert reader.status == 200

    with findings.expected() as found:
        asyncio.run(run())
    assert found


def test_it_opens_once(alice):
    ticket = _ticket(alice, "/me/stream")

    async def run():
        async with opened(f"/me/stream?ticket={ticket}") as reader:
            assert reader.status == 200

    asyncio.run(run())
    problem(one(f"/me/stream?ticket={ticket}"), 401, "ticket_invalid")


def test_it_opens_no_other_path(alice, bob):
    """And is used up by the attempt."""
    game = seated(alice, bob)
    ticket = _ticket(alice, f"/games/{game}/stream")
    problem(one(f"/me/stream?ticket={ticket}"), 401, "ticket_invalid")
    problem(one(f"/games/{game}/stream?ticket={ticket}"), 401, "ticket_invalid")
    problem(one(f"/me?ticket={_ticket(alice, '/me/stream')}"), 401, "token_missing")


def test_it_is_forgotten_by_itself(settings, alice):
    ticket = _ticket(alice, "/me/stream")
    url = settings.HERDBOOK_CACHE_URL.replace("valkey", "redis", 1)
    with redis.Redis.from_url(url) as cache:
        assert 0 < cache.ttl(tickets._key(ticket)) <= tickets.SECONDS
        cache.delete(tickets._key(ticket))
    problem(one(f"/me/stream?ticket={ticket}"), 401, "ticket_invalid")


@pytest.mark.parametrize("ticket", ["", "x", "0" * 32, "%00", "%ff"])
def test_what_is_no_ticket_opens_nothing(alice, ticket):
    reply = one(f"/me/stream?ticket={ticket}")
    assert reply.status_code == 401
    assert reply["WWW-Authenticate"].startswith("Bearer")
    problem(reply, 401, "ticket_invalid")


def test_it_ends_with_its_token(alice):
    key = key_for(alice, "games:read")
    ticket = _ticket(key, "/me/stream")
    revoke(key)
    problem(one(f"/me/stream?ticket={ticket}"), 401, "token_revoked")


def test_nobody_sends_token_and_ticket(alice):
    ticket = _ticket(alice, "/me/stream")
    problem(one(f"/me/stream?ticket={ticket}", by=alice), 422, "invalid_request")
    assert alice.request("TRACE", f"/me/stream?ticket={ticket}").status_code == 405


@pytest.mark.parametrize("path", ["/api/v1/me", "/api/v1/games/x/stream", "x", "", "/me/stream"])
def test_there_are_tickets_for_streams_only(alice, path):
    problem(alice.post("/stream-tickets", {"path": path}), 422, "invalid_request")


@pytest.mark.parametrize("url", ["", "redis://127.0.0.1:1"])
def test_without_a_cache_there_are_none_and_it_says_so(settings, alice, url):
    settings.HERDBOOK_CACHE_URL = url
    response = alice.post("/stream-tickets", {"path": "/api/v1/me/stream"})
    assert "cache" in problem(response, 503, "unavailable")["detail"]
    assert "cache" in problem(one("/me/stream?ticket=x"), 503, "unavailable")["detail"]


def test_a_key_is_refused(alice):
    response = alice.post("/stream-tickets", {"path": "/api/v1/me/stream"}, Idempotency_Key="a")
    problem(response, 400, "idempotency_not_supported")


def test_no_log_holds_it(alice, caplog):
    """Used or wrong, opened or refused; and what is stored of it does not open anything."""
    caplog.set_level(logging.DEBUG)
    ticket = _ticket(alice, "/me/stream")

    async def run():
        async with opened(f"/me/stream?ticket={ticket}") as reader:
            return reader

    reader = asyncio.run(run())
    refused = one(f"/me/stream?ticket={ticket}&x=1")
    assert ticket not in caplog.text
    assert ticket not in reader.content.decode()
    assert ticket not in str(reader.headers)
    assert ticket not in refused.content.decode()
    assert ticket not in tickets._key(ticket)
