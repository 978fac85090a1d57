"""What happens to a game, a cache and a database while they are followed, and who asks too much."""

import asyncio

import pytest
import redis
from django.db import connection

from tests.cast import open_player
from tests.config.asgi import one
from tests.services.table import per_move
from tests.streams.reading import in_thread, opened
from tests.tables import seated, turns, whole_log

pytestmark = pytest.mark.usefixtures("asgi")
RESTS = per_move(86_400, "forfeit") | {"pause_budget": {"seat": 86_400}}
IDLE = 480
"""Heartbeats of two hours."""


def test_after_two_idle_hours_the_next_event_comes_at_once(settings, alice, bob):
    """S40: as many heartbeats as in two hours, only closer together."""
    settings.HERDBOOK_HEARTBEAT_SECONDS = 0.005
    game = seated(alice, bob)

    async def run():
        async with opened(f"/games/{game}/stream", by=bob) as reader:
            await reader.until(lambda r: r.content.count(b"heartbeat\n") >= IDLE, 60)
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.events, 2)
            return reader.frames

    beats = [frame for frame in asyncio.run(run()) if frame.event == "heartbeat"]
    assert {frame.shown["cursor"] for frame in beats[: IDLE - 2]} == {"6"}


def _refuse_commits(game):
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION public.refuse_commit() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'not this one'; END $$"
        )
        cursor.execute(
            "CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON event DEFERRABLE"
            f" INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.game_id = '{game}')"
            " EXECUTE FUNCTION public.refuse_commit()"
        )


def _allow_commits():
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER IF EXISTS refuse_commit ON event")
        cursor.execute("DROP FUNCTION IF EXISTS public.refuse_commit()")


def test_what_could_not_be_committed_was_seen_by_nobody(alice, bob):
    """S23: the events were written, and the commit itself fails."""
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    body = {"decision": decision["id"], "move": decision["legal_moves"][0]}

    def fail():
        _refuse_commits(game)
        try:
            assert alice.post(f"/games/{game}/moves", body).status_code == 500
        finally:
            _allow_commits()

    async def run():
        path = f"/games/{game}/stream"
        async with opened(path, by=bob) as reader, opened("/me/stream", by=bob) as mine:
            await in_thread(fail)
            await asyncio.sleep(2)  # longer than it takes to look without being told
            assert reader.events == []
            assert [frame.event for frame in mine.frames] == ["hello", "snapshot"]
            await in_thread(lambda: alice.post(f"/games/{game}/moves", body))
            await reader.until(lambda r: r.events)
            log = await in_thread(lambda: whole_log(bob, game))
            await reader.until(lambda r: len(r.events) >= len(log) - 6)
            return reader.events, log

    events, log = asyncio.run(run())
    assert events == log[6:]


def test_a_pause_is_followed_like_anything_else(alice, bob):
    game = seated(alice, bob, time_control=RESTS)
    play = turns(game, alice, bob)

    def rest():
        next(play)
        bob.post(f"/games/{game}/pause")
        bob.post(f"/games/{game}/resume")
        next(play)
        alice.post(f"/games/{game}/undo")
        return whole_log(alice, game)

    async def run():
        async with opened(f"/games/{game}/stream?after=0", by=alice) as reader:
            log = await in_thread(rest)
            await reader.until(lambda r: len(r.events) >= len(log))
            return reader.events, log

    events, log = asyncio.run(run())
    assert events == log
    assert {"GamePaused", "GameResumed"} <= {event["type"] for event in events}


def test_a_cache_that_forgets_everything_is_not_missed(settings, alice, bob):
    game = seated(alice, bob)
    ticket = alice.post("/stream-tickets", {"path": "/api/v1/me/stream"}).json()["ticket"]

    async def run():
        async with opened(f"/games/{game}/stream", by=bob) as reader:
            url = settings.HERDBOOK_CACHE_URL.replace("valkey", "redis", 1)
            with redis.Redis.from_url(url) as client:
                client.flushdb()
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.events)

    asyncio.run(run())
    assert one(f"/me/stream?ticket={ticket}").status_code == 401


def test_an_address_with_many_accounts_has_its_limit_too(settings, alice, bob):
    settings.HERDBOOK_STREAMS_FROM_ADDRESS = 2
    game = seated(alice, bob)
    path = f"/games/{game}/stream"
    third = open_player()

    async def run():
        async with opened(path, by=alice), opened(path, by=bob) as second:
            async with opened(path, by=third) as refused, opened(path) as stranger:
                for reader in (refused, stranger):
                    assert reader.status == 429
                    assert reader.headers["retry-after"] == "1"
            second.hang_up()
            await asyncio.sleep(0)

    asyncio.run(run())


def test_a_full_process_says_when_to_ask_again(settings, alice, bob):
    settings.HERDBOOK_STREAMS_AT_ONCE = 1
    game = seated(alice, bob)

    async def run():
        async with opened(f"/games/{game}/stream"), opened("/me/stream", by=bob) as reader:
            return reader

    reader = asyncio.run(run())
    assert reader.status == 503
    assert reader.headers["retry-after"] == "1"
    assert b'"unavailable"' in reader.content
