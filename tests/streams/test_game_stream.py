"""GET /games/{id}/stream: all events of a game, in order and without a hole, until it is over."""

import asyncio
import random
from functools import partial
from uuid import UUID

import pytest

from games.selectors.following import Step
from games.store import load
from tests.cast import Caller, problem
from tests.config.asgi import one
from tests.streams.reading import in_thread, opened
from tests.tables import given_up, played_out, seated, turns, whole_log

pytestmark = pytest.mark.usefixtures("asgi")


def _view(viewer, game):
    return viewer.get(f"/games/{game}").json()


def _timeless(view):
    return {name: value for name, value in view.items() if name != "server_now"}


def test_a_game_is_followed_to_its_end(alice, bob):
    """A04: the end of the game is an event, and the end of the stream says its reason."""
    game = seated(alice, bob, options={"limit": 10})

    async def run():
        async with opened(f"/games/{game}/stream?after=0", by=alice) as reader:
            await in_thread(lambda: list(turns(game, alice, bob)))
            await reader.until(lambda r: r.is_over)
            return reader

    reader = asyncio.run(run())
    assert reader.status == 200
    assert reader.headers["content-type"] == "text/event-stream"
    assert "herdbook-stream" not in reader.headers
    assert [frame.event for frame in reader.frames[:2]] == ["hello", "snapshot"]
    assert reader.events == whole_log(alice, game)
    assert [event["version"] for event in reader.events] == list(range(1, len(reader.events) + 1))
    assert reader.events[-1]["type"] == "GameFinished"
    assert reader.bye == "game_finished"


def test_without_a_cursor_it_begins_with_what_comes_next(alice, bob):
    game = seated(alice, bob)
    version = alice.view(game)["version"]

    async def run():
        async with opened(f"/games/{game}/stream", by=bob) as reader:
            await in_thread(lambda: alice.move(game))
            await reader.until(lambda r: r.events)
            return reader

    reader = asyncio.run(run())
    assert reader.frames[0].shown["cursor"] == str(version)
    assert reader.events[0]["version"] == version + 1


def test_whoever_comes_again_at_any_point_has_the_state_of_the_server(alice, bob):
    """A01, A06: snapshot and missed events, 50 times, each the same when asked for twice."""
    game = seated(alice, bob)
    play = turns(game, alice, bob)
    rng = random.Random(1)
    for _ in range(12):
        next(play)

    async def run():
        for number in range(50):
            if number % 10 == 9:
                await in_thread(lambda: next(play))
            viewer = rng.choice([alice, bob, Caller()])
            view = await in_thread(partial(_view, viewer, game))
            log = await in_thread(partial(whole_log, viewer, game))
            cursor = rng.randint(0, view["version"])
            header = [("Last-Event-ID", str(cursor))]
            seen = []
            for _ in range(2):
                async with opened(f"/games/{game}/stream", by=viewer, headers=header) as reader:
                    hello, snapshot, *events = reader.frames
                    assert hello.shown["cursor"] == str(cursor)
                    assert _timeless(snapshot.shown) == _timeless(view)
                    assert [frame.shown for frame in events] == log[cursor:]
                    assert [frame.id for frame in events] == [
                        str(one["version"]) for one in log[cursor:]
                    ]
                    seen.append([(frame.id, frame.data) for frame in events])
            assert seen[0] == seen[1]

    asyncio.run(run())


def test_what_a_browser_sends_when_it_comes_again_goes_before_the_address(alice, bob):
    game = seated(alice, bob)

    async def run():
        headers = [("Last-Event-ID", "4")]
        async with opened(f"/games/{game}/stream?after=1", headers=headers) as reader:
            return reader

    assert asyncio.run(run()).events[0]["version"] == 5


def test_each_is_shown_what_it_may_see(alice, bob):
    """F41: who watches the same commit from another seat is sent other data."""
    game = seated(alice, bob)

    async def run():
        path = f"/games/{game}/stream"
        async with (
            opened(path, by=alice) as own,
            opened(path, by=bob) as other,
            opened(path) as watching,
        ):
            await in_thread(lambda: next(turns(game, alice, bob)))
            readers = [own, other, watching]
            for reader in readers:
                await reader.until(lambda r: len(r.events) > 1)
            return [reader.events for reader in readers]

    own, other, watching = asyncio.run(run())
    for viewer, events in ((alice, own), (bob, other), (Caller(), watching)):
        assert events == whole_log(viewer, game)[-len(events) :]
    assert own != other
    assert other == watching


def test_a_game_that_is_over_says_so_at_once(alice, bob):
    game = given_up(alice, bob)

    async def run():
        async with opened(f"/games/{game}/stream?after=2") as reader:
            await reader.until(lambda r: r.is_over)
            return reader

    reader = asyncio.run(run())
    assert reader.events == whole_log(Caller(), game)[2:]
    assert reader.bye == "game_finished"


def test_a_long_absence_is_caught_up_with_in_pieces(alice, bob):
    game = played_out(alice, bob, options={"limit": 150})
    log = whole_log(alice, game)
    assert len(log) > 200

    async def run():
        async with opened(f"/games/{game}/stream?after=0", by=alice) as reader:
            await reader.until(lambda r: r.is_over, 20)
            return reader

    assert asyncio.run(run()).events == log


@pytest.mark.parametrize("asked", ["?after=-1", "?after=x", "?after=99999", "?since=1", "?after="])
def test_a_cursor_that_is_none_is_refused(alice, bob, asked):
    game = seated(alice, bob)
    reply = one(f"/games/{game}/stream{asked}", by=alice)
    assert reply.status_code in {400, 422}
    assert reply["Content-Type"] == "application/problem+json"
    assert "Herdbook-Stream" not in reply


@pytest.mark.parametrize("sent", ["", "x", "-1", "1.0", "99999", "9" * 30])
def test_an_id_that_is_none_is_refused(alice, bob, sent):
    game = seated(alice, bob)
    reply = one(f"/games/{game}/stream", by=alice, headers=[("last-event-id", sent)])
    body = problem(reply, 422, "invalid_request")
    assert body["errors"][0]["pointer"] == "/Last-Event-ID"


def test_a_private_game_has_no_stream_for_others(alice, mallory):
    game = alice.create("me", "open", private=True)
    reply = one(f"/games/{game['id']}/stream", by=mallory)
    problem(reply, 404, "not_found")


def test_head_and_preflight_are_answered(alice, bob):
    game = seated(alice, bob)
    head = one(f"/games/{game}/stream", by=alice, method="HEAD")
    assert head.status_code == 200
    assert head["Content-Type"] == "text/event-stream"
    asked = [
        ("origin", "https://cards.example"),
        ("access-control-request-method", "GET"),
        ("access-control-request-headers", "last-event-id"),
    ]
    preflight = one(f"/games/{game}/stream", method="OPTIONS", headers=asked)
    assert preflight.status_code == 200
    assert preflight["Access-Control-Allow-Origin"] == "*"
    assert "last-event-id" in preflight["Access-Control-Allow-Headers"].lower()


def test_a_game_that_ends_while_it_is_read_is_not_over_yet(alice, bob):
    """The game is read behind its events, so it can be over before its end was sent."""
    game = load.game(UUID(given_up(alice, bob)))
    version = game.state.version
    assert not Step(after=version - 2, events=[], game=game).is_last
    assert Step(after=version, events=[], game=game).is_last
