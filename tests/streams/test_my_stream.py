"""GET /me/stream: the account feed as it is told."""

import asyncio

import pytest

from tests.cast import problem
from tests.config.asgi import one
from tests.services.account_feeds import catch_up, tell_all
from tests.services.table import per_move
from tests.streams.reading import in_thread, opened
from tests.tables import given_up, seated

RESTS = per_move(86_400, "forfeit") | {"pause_budget": {"seat": 86_400}}

pytestmark = pytest.mark.usefixtures("asgi")


@pytest.fixture(autouse=True)
def nothing_left_to_tell(database):
    catch_up()


def _told():
    tell_all()


def _polled(player, after=None):
    answer = player.get(f"/me/events{f'?after={after}' if after else ''}")
    return answer.json()["items"] if answer.status_code == 200 else []


def _chained(polled):
    """Return what the stream shows of it: each event names the one before (S40)."""
    before = [None, *(event["id"] for event in polled)]
    return [{**event, "previous": one} for event, one in zip(polled, before, strict=False)]


def test_it_shows_the_same_events_as_a_poll(alice, bob):
    """A06: with the same ids, and each once."""

    async def run():
        async with opened("/me/stream", by=bob) as reader:
            game = await in_thread(lambda: seated(alice, bob))
            await in_thread(_told)
            await in_thread(lambda: alice.move(game))
            await in_thread(_told)
            await reader.until(lambda r: len(r.events) >= 2)
            polled = await in_thread(lambda: _polled(bob))
            await reader.until(lambda r: len(r.events) >= len(polled))
            return reader, polled

    reader, polled = asyncio.run(run())
    hello, snapshot = reader.frames[:2]
    assert hello.event == "hello"
    assert snapshot.shown == {"turns": 0}
    assert reader.events == _chained(polled)
    assert [event["type"] for event in polled].count("game.started") == 1
    frames = [frame for frame in reader.frames if frame.event == "event"]
    assert [frame.id for frame in frames] == [event["id"] for event in polled]


def test_it_goes_on_behind_any_event(alice, bob):
    given_up(alice, bob)
    _told()
    polled = _polled(bob)
    assert len(polled) >= 2

    async def run():
        for number, event in enumerate(polled, start=1):
            header = [("Last-Event-ID", event["id"])]
            async with opened("/me/stream", by=bob, headers=header) as reader:
                assert reader.events == _chained(polled)[number:]
            async with opened(f"/me/stream?after={event['id']}", by=bob) as reader:
                assert reader.events == _chained(polled)[number:]

    asyncio.run(run())


@pytest.mark.parametrize("sent", ["x", "", "1", "0-0"])
def test_a_cursor_that_is_none_is_refused(alice, sent):
    reply = one("/me/stream", by=alice, headers=[("last-event-id", sent)])
    problem(reply, 422, "invalid_request")


def test_a_cursor_of_another_time_is_over(alice):
    reply = one("/me/stream?after=000000000000-00000001", by=alice)
    problem(reply, 410, "cursor_expired")


def test_it_needs_a_token():
    problem(one("/me/stream"), 401, "token_missing")


def test_it_says_at_once_that_a_decision_is_owed(alice, bob):
    """Before that is told: a program that waits for its turn need not wait for the feed."""
    game = seated(alice, bob)

    async def run():
        async with opened("/me/stream", by=bob) as reader:
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.frames[-1].event == "turns")
            await in_thread(_told)
            await reader.until(lambda r: r.events)
            return reader

    frames = [(frame.event, frame.shown) for frame in asyncio.run(run()).frames]
    assert frames[1] == ("snapshot", {"turns": 0})
    assert frames[2] == ("turns", {"turns": 1})
    assert [event for event, _ in frames].count("turns") == 1


def test_a_game_that_rests_is_not_owed(alice, bob):
    game = seated(alice, bob, time_control=RESTS)

    async def run():
        async with opened("/me/stream", by=alice) as reader:
            assert reader.frames[1].shown == {"turns": 1}
            await in_thread(lambda: bob.post(f"/games/{game}/pause"))
            await reader.until(lambda r: r.frames[-1].shown == {"turns": 0})
            await in_thread(lambda: bob.post(f"/games/{game}/resume"))
            await reader.until(lambda r: r.frames[-1].shown == {"turns": 1})

    asyncio.run(run())
