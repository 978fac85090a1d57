"""Every end that the server makes of a stream says why (A04), and what ends nothing does not."""

import asyncio
import itertools

import pytest

from accounts.models import Token
from config.streams import keeper
from tests.accounts.keys import key_for, revoke
from tests.accounts.oauth.browsing import allowed, logged_in, register
from tests.accounts.people import open_person
from tests.accounts.test_last_use import age
from tests.cast import Caller, problem
from tests.config.asgi import one
from tests.moderation.staff import impose
from tests.streams.reading import SOON, in_thread, opened
from tests.tables import seated, turns, whole_log

pytestmark = pytest.mark.usefixtures("asgi")


def _ended(path, act, *, by):
    """Open a stream, do something, and return the stream once it has ended."""

    async def run():
        async with opened(path, by=by) as reader:
            await in_thread(act)
            await reader.until(lambda r: r.is_over)
            return reader

    return asyncio.run(run())


def test_heartbeats_come_where_nothing_happens(quick, alice, bob):
    """A02, S40: each with the cursor, and the stream goes on afterwards."""
    game = seated(alice, bob)

    async def run():
        async with opened(f"/games/{game}/stream", by=alice) as reader:
            await reader.until(lambda r: len(r.frames) >= 5)
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.events)
            await reader.until(lambda r: r.frames[-1].event == "heartbeat")
            return reader.frames

    frames = asyncio.run(run())
    beats = [frame for frame in frames if frame.event == "heartbeat"]
    assert [frame.shown["cursor"] for frame in beats[:3]] == ["6"] * 3
    last = max(int(frame.id) for frame in frames)
    assert frames[-1].shown == {"cursor": str(last)}
    assert last > 6


def test_a_suspension_ends_the_streams_of_the_account(alice, bob):
    """Within five seconds, and says why; those of others go on."""
    game = seated(alice, bob)

    async def run():
        async with (
            opened(f"/games/{game}/stream", by=alice) as reader,
            opened(f"/games/{game}/stream", by=bob) as other,
        ):
            await in_thread(lambda: impose(alice))
            await reader.until(lambda r: r.is_over, 5)
            assert not other.is_over
            return reader

    assert asyncio.run(run()).bye == "account_sanctioned"
    problem(alice.get(f"/games/{game}/stream"), 403, "account_sanctioned")


def test_whoever_reads_a_stream_uses_its_token(monkeypatch, alice):
    """S65: and so counts as somebody who needs no mail."""
    monkeypatch.setattr(keeper, "_LOOK_AT_TOKENS", 0.1)
    monkeypatch.setattr(keeper, "_NOTE_USES", 0.1)
    before = age(alice, hours=1)

    def is_noted():
        return Token.objects.get(id=str(alice.token).split("_")[1]).last_used_at > before

    async def run():
        async with opened("/me/stream", by=alice):
            await in_thread(lambda: age(alice, hours=1))
            async with asyncio.timeout(SOON):
                while not await in_thread(is_noted):  # noqa: ASYNC110 - the database says no word
                    await asyncio.sleep(0.05)

    asyncio.run(run())


@pytest.mark.parametrize("path", ["/games/{game}/stream", "/me/stream"])
def test_a_token_that_is_revoked_ends_its_streams(alice, bob, path):
    """A59, A55: within five seconds."""
    game = seated(alice, bob)
    key = key_for(alice, "games:read")

    async def run():
        async with (
            opened(path.format(game=game), by=key) as reader,
            opened(path.format(game=game), by=alice) as other,
        ):
            await in_thread(lambda: revoke(key))
            await reader.until(lambda r: r.is_over, 5)
            assert not other.is_over
            return reader

    assert asyncio.run(run()).bye == "token_revoked"


@pytest.mark.parametrize("end", ["suspended", "erased", "removed"])
def test_an_app_loses_its_streams_with_its_author(end):
    """Within five seconds; whoever has let it in goes on without it."""
    browser, author = logged_in(), open_person()
    app = register(author)
    access = allowed(browser, app)["access_token"]
    acts = {
        "suspended": lambda: impose(author),
        "erased": lambda: author.delete("/me"),
        "removed": lambda: author.delete(f"/apps/{app.client_id}"),
    }

    async def run():
        async with (
            opened("/me/stream", by=Caller(token=access)) as reader,
            opened("/me/stream", by=browser.person) as other,
        ):
            await in_thread(acts[end])
            await reader.until(lambda r: r.is_over, 5)
            assert not other.is_over
            return reader

    assert asyncio.run(run()).bye == "token_revoked"


@pytest.mark.parametrize("by_page", [True, False])
def test_an_app_that_is_let_in_no_longer_loses_its_streams(by_page):
    """Within five seconds, as with any token that is revoked."""
    browser, app = logged_in(), register(open_person())
    access = allowed(browser, app)["access_token"]

    def take_back():
        if by_page:
            browser.send("/oauth/apps", client_id=app.client_id)
        else:
            browser.person.delete(f"/me/apps/{app.client_id}")

    async def run():
        async with opened("/me/stream", by=Caller(token=access)) as reader:
            await in_thread(take_back)
            await reader.until(lambda r: r.is_over, 5)
            return reader

    assert asyncio.run(run()).bye == "token_revoked"


def test_an_account_that_ends_takes_its_streams_along():
    person = open_person()
    reader = _ended("/me/stream", lambda: person.delete("/me"), by=person)
    assert reader.bye == "token_revoked"


def test_who_sits_down_is_sent_away_to_come_again_as_a_seat(alice, bob):
    """Nothing of the commit that seats it is shown to it as to a spectator."""
    game = alice.create("me", "open")["id"]
    reader = _ended(f"/games/{game}/stream", lambda: bob.join(game), by=bob)
    assert reader.bye == "access_changed"
    assert reader.events == []

    async def again():
        header = [("Last-Event-ID", reader.frames[-1].id)]
        async with opened(f"/games/{game}/stream", by=bob, headers=header) as seated_reader:
            return seated_reader.events

    assert asyncio.run(again()) == whole_log(bob, game)[2:]


def test_who_leaves_a_private_game_sees_nothing_more_of_it(alice, bob):
    made = alice.create("me", "open", "open", private=True)
    game = made["id"]
    bob.join(game, code=made["join_code"])
    reader = _ended(f"/games/{game}/stream", lambda: bob.delete(f"/games/{game}/seats/me"), by=bob)
    assert reader.bye == "access_changed"
    assert reader.events == []
    problem(one(f"/games/{game}/stream", by=bob), 404, "not_found")


def test_a_game_called_off_ends_its_streams(alice):
    game = alice.create("me", "open")["id"]
    reader = _ended(f"/games/{game}/stream", lambda: alice.post(f"/games/{game}/abort"), by=None)
    assert reader.events[-1]["type"] == "GameAborted"
    assert reader.bye == "game_finished"


def test_a_stream_ends_after_its_time_and_goes_on_where_it_was(settings, alice, bob):
    settings.HERDBOOK_STREAM_SECONDS = 1
    game = seated(alice, bob)
    reader = _ended(f"/games/{game}/stream?after=3", lambda: alice.move(game), by=alice)
    assert reader.bye == "max_age"
    assert reader.frames[-1].id == str(reader.events[-1]["version"])


def test_a_slow_reader_is_sent_away_and_misses_nothing(settings, alice, bob):
    settings.HERDBOOK_STREAM_PATIENCE = 0.5
    game = seated(alice, bob)

    async def run():
        async with opened(f"/games/{game}/stream?after=0", by=alice) as reader:
            reader.stuck = True
            await in_thread(lambda: list(itertools.islice(turns(game, alice, bob), 3)))
            await asyncio.sleep(1)  # longer than its patience: there is nothing to wait for
            await reader.loosen()
            await reader.until(lambda r: r.is_over)
        async with opened(
            f"/games/{game}/stream", by=alice, headers=[("Last-Event-ID", reader.frames[-1].id)]
        ) as again:
            return reader, again

    reader, again = asyncio.run(run())
    assert reader.bye == "slow_consumer"
    assert reader.events + again.events == whole_log(alice, game)


def test_one_that_takes_nothing_at_all_holds_up_nobody(settings, alice, bob):
    settings.HERDBOOK_STREAM_PATIENCE = 60  # whoever waits for it would wait as long
    game = seated(alice, bob)

    async def run():
        path = f"/games/{game}/stream"
        async with opened(path, by=alice) as stuck, opened(path, by=bob) as reader:
            stuck.stuck = True
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.events)
            assert not stuck.events
            await stuck.loosen()

    asyncio.run(run())


def test_eight_streams_of_an_account_and_no_ninth(settings, alice, bob):
    settings.HERDBOOK_STREAMS_PER_ACCOUNT = 2
    settings.HERDBOOK_STREAMS_PER_ADDRESS = 1
    game = seated(alice, bob)
    path = f"/games/{game}/stream"
    other_key = key_for(alice, "games:read")

    async def run():
        async with opened(path, by=alice), opened("/me/stream", by=other_key) as second:
            async with opened(path, by=alice) as third, opened(path) as stranger:
                assert third.status == 429
                assert third.headers["content-type"] == "application/problem+json"
                assert third.headers["retry-after"] == "1"
                assert b'"too_many_streams"' in third.content
                assert "herdbook-stream" not in third.headers
                assert int(third.headers["content-length"]) == len(third.content)
                assert stranger.status == 200
                async with opened(path) as another:
                    assert another.status == 429
            second.hang_up()
            async with asyncio.timeout(SOON):
                while True:
                    async with opened(path, by=alice) as fourth:
                        if fourth.status == 200:
                            return

    asyncio.run(run())


def test_a_process_that_is_full_says_so(settings, alice, bob):
    settings.HERDBOOK_STREAMS_AT_ONCE = 1
    game = seated(alice, bob)

    async def run():
        async with (
            opened(f"/games/{game}/stream", by=alice),
            opened(f"/games/{game}/stream", by=bob) as reader,
        ):
            return reader

    reader = asyncio.run(run())
    assert reader.status == 503
    assert b'"unavailable"' in reader.content


def test_what_was_told_by_nobody_is_found_all_the_same(settings, alice, bob):
    """A lost wake-up costs a moment and no event."""
    settings.HERDBOOK_WAKEUPS = False
    game = seated(alice, bob)

    async def run():
        async with opened(f"/games/{game}/stream", by=bob) as reader:
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.events, 4)

    asyncio.run(run())


@pytest.mark.parametrize("url", ["", "redis://127.0.0.1:1"])
def test_without_a_cache_streams_go_on(settings, alice, bob, url):
    settings.HERDBOOK_CACHE_URL = url
    game = seated(alice, bob)
    reader = _ended(
        f"/games/{game}/stream?after=0", lambda: bob.post(f"/games/{game}/resign"), by=alice
    )
    assert reader.events == whole_log(alice, game)
    assert reader.bye == "game_finished"


async def _alive(hearing):
    async with asyncio.timeout(SOON):
        while not hearing.is_alive:  # noqa: ASYNC110 - it tells nobody, for nobody else asks
            await asyncio.sleep(0.01)


def test_a_cut_subscription_is_made_again(settings, alice, bob):
    import redis

    game = seated(alice, bob)

    async def run():
        from config.asgi import application

        async with opened(f"/games/{game}/stream", by=bob) as reader:
            hearing = application._desk._hearing
            await _alive(hearing)
            url = settings.HERDBOOK_CACHE_URL.replace("valkey", "redis", 1)
            with redis.Redis.from_url(url) as client:
                client.client_kill_filter(_type="pubsub")
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.events)
            await _alive(hearing)

    asyncio.run(run())


def test_nothing_of_a_game_follows_from_who_listens(alice, bob):
    """A32: opening and closing every connection leaves log and views as they were."""
    game = seated(alice, bob)
    before = whole_log(alice, game), _shown(alice, game), _shown(bob, game)

    async def run():
        for path in (f"/games/{game}/stream", "/me/stream"):
            async with opened(path, by=alice) as mine, opened(path, by=bob) as theirs:
                for reader in (mine, theirs):
                    await reader.until(lambda r: r.frames)
                    reader.hang_up()

    asyncio.run(run())
    assert (whole_log(alice, game), _shown(alice, game), _shown(bob, game)) == before


def _shown(viewer, game):
    """A view but for the time at which it was asked for."""
    return {k: v for k, v in viewer.view(game).items() if k != "server_now"}
