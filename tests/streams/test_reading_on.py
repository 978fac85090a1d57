"""Reading on for streams: over one connection of the loop, which is made again when it is lost."""

import asyncio
import gc
import tracemalloc

import pytest
import redis
from django.db import connection

from games.store import tail as tail_module
from tests.streams.reading import in_thread, opened
from tests.tables import seated, turns, whole_log

pytestmark = pytest.mark.usefixtures("asgi")


def _tail():
    from config.asgi import application

    return application._keeper.following.tail


def _end_backend(pid):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])


def test_a_connection_that_the_database_ends_costs_a_moment_and_no_event(alice, bob):
    """A restart of the database does the same to it."""
    game = seated(alice, bob)
    play = turns(game, alice, bob)

    async def run():
        async with opened(f"/games/{game}/stream?after=0", by=alice) as reader:
            for _ in range(3):
                await in_thread(lambda: next(play))
                log = await in_thread(lambda: whole_log(alice, game))
                await reader.until(lambda r: len(r.events) >= len(log))  # noqa: B023 - over then
                pid = _tail()._connection.pgconn.backend_pid
                await in_thread(lambda: _end_backend(pid))  # noqa: B023 - done before the next
            await in_thread(lambda: next(play))
            log = await in_thread(lambda: whole_log(alice, game))
            await reader.until(lambda r: len(r.events) >= len(log))
            return reader.events, log

    events, log = asyncio.run(run())
    assert events == log


@pytest.mark.parametrize("prepares", [True, False])
def test_many_games_are_read_in_one_go(settings, alice, bob, monkeypatch, prepares):
    """And where a pooler cannot keep prepared statements, without them."""
    if not prepares:
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "prepare_threshold", None)
        connection.close()
    games = [seated(alice, bob) for _ in range(4)]
    readers = []

    async def follow(game):
        async with opened(f"/games/{game}/stream?after=0", by=bob) as reader:
            readers.append(reader)
            await started.wait()
            await reader.until(lambda r: r.events[-1:] == [logs[game][-1]])

    async def run():
        following = [asyncio.create_task(follow(game)) for game in games]
        while len(readers) < len(games):  # noqa: ASYNC110 - tasks of this loop
            await asyncio.sleep(0.01)
        for game in games:
            await in_thread(lambda: alice.move(game))  # noqa: B023 - done before the next
            logs[game] = await in_thread(lambda: whole_log(bob, game))  # noqa: B023
        started.set()
        await asyncio.gather(*following)

    logs = {}
    started = asyncio.Event()
    asyncio.run(run())


def test_a_database_that_says_nothing_is_given_up(alice, bob, monkeypatch):
    monkeypatch.setattr(tail_module, "_PATIENCE", 0.5)
    game = seated(alice, bob)

    async def run():
        async with opened(f"/games/{game}/stream", by=bob) as reader:
            tail = _tail()
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.events)
            tail._loop.remove_reader(tail._connection.pgconn.socket)  # nothing of it is heard
            await in_thread(lambda: bob.move(game))
            await reader.until(lambda r: len({event["at"] for event in r.events}) > 1)

    asyncio.run(run())


@pytest.mark.parametrize(
    "times", [60, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_coming_and_going_leaves_nothing_behind(settings, alice, bob, times):
    settings.HERDBOOK_STREAMS_PER_ACCOUNT = 1_000
    game = seated(alice, bob)

    async def crowd(count):
        for _ in range(count):
            async with opened(f"/games/{game}/stream", by=alice):
                pass

    async def run():
        from config.asgi import application

        await crowd(20)
        tracemalloc.start()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        await crowd(times)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        keeper, desk = application._keeper, application._desk
        with redis.Redis.from_url(settings.HERDBOOK_CACHE_URL.replace("valkey", "redis", 1)) as one:
            assert len(one.client_list(_type="pubsub")) <= 2  # ours, and of a server beside it
        assert not keeper._open
        assert not keeper._counts
        assert not keeper.following._under_way
        assert not desk._waiters
        assert grown < 250_000

    asyncio.run(run())
