"""The async client: the same calls as the other, awaited."""

import asyncio
import inspect

import herdbook
import pytest
from herdbook import Retries
from herdbook.endpoint import endpoint


@pytest.fixture
def ask(peer, naps):
    """Make a call on an async client and return what is awaited."""

    async def nap(seconds):
        naps.append(seconds)

    async def asking(call):
        retries = Retries(limit=5, patience=60, sleep_async=nap)
        async with herdbook.AsyncClient(peer.url, "hb_1_secret", retries=retries) as client:
            return await call(client)

    return lambda call: asyncio.run(asking(call))


def test_a_call_is_made_and_read_as_by_the_other_client(ask, peer, words):
    peer.says(words.ok(words.game(), ETag='"5-x"'))
    game = ask(lambda client: client.games.view("g1"))
    assert (game.id, game.etag) == ("g1", '"5-x"')
    assert peer.asked[0].headers["authorization"] == "Bearer hb_1_secret"
    assert peer.asked[0].headers["user-agent"].startswith("herdbook/")


def test_a_busy_server_is_asked_again_when_it_says(ask, peer, words, naps):
    busy = words.problem(429, "rate_limited", headers={"Retry-After": "7"})
    peer.says(busy, words.lost, words.ok(words.game()))
    assert ask(lambda client: client.games.view("g1")).id == "g1"
    assert len(naps) == 2
    assert 7 <= naps[0] < 8


def test_a_lost_call_keeps_its_key(ask, peer, words):
    peer.says(words.lost, words.ok(words.game()))
    ask(lambda client: client.games.resign("g1"))
    first, second = (asked.headers["idempotency-key"] for asked in peer.asked)
    assert first == second


def test_a_refusal_is_the_same_error(ask, peer, words):
    peer.says(words.problem(409, "decision_expired", version=9))
    with pytest.raises(herdbook.DecisionExpiredError) as caught:
        ask(lambda client: client.games.move("g1", "take", decision="d1"))
    assert caught.value.version == 9


def test_calls_of_one_client_run_side_by_side(ask, peer, words):
    peer.script = lambda asked: words.ok(words.game(id=asked.path[-2:]))

    async def several(client):
        views = await asyncio.gather(*(client.games.view(f"g{number}") for number in range(5)))
        return [view.id for view in views]

    assert ask(several) == ["g0", "g1", "g2", "g3", "g4"]


def endpoints(kind):
    return {
        name: inspect.getattr_static(kind, name)
        for name in dir(kind)
        if isinstance(inspect.getattr_static(kind, name), endpoint)
    }


def test_both_clients_have_the_very_same_calls():
    assert endpoints(herdbook.Client) == endpoints(herdbook.AsyncClient)
    assert len(endpoints(herdbook.Client)) > 20


def test_a_method_tells_what_it_takes_and_does():
    with herdbook.Client("http://127.0.0.1:1") as client:
        assert "decision" in inspect.signature(client.games.move).parameters
        assert "legal moves" in (inspect.getdoc(client.games.move) or "")
    assert "legal moves" in (endpoints(type(client.games))["move"].__doc__ or "")


def test_clients_tell_where_they_belong_but_no_token():
    client = herdbook.AsyncClient("http://127.0.0.1:1", "hb_1_hush")
    assert repr(client) == "<AsyncClient of http://127.0.0.1:1 with a token>"
    client.token = None
    assert "without a token" in repr(client)
    asyncio.run(client.close())
