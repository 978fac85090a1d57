"""`Prefer: wait=N`: an answer when there is news, or that there is none."""

import asyncio
import time

import pytest

from tests.accounts.keys import key_for, revoke
from tests.cast import Caller, problem
from tests.config.asgi import one, send, together
from tests.services.account_feeds import catch_up, tell_all
from tests.tables import given_up, seated

pytestmark = pytest.mark.usefixtures("asgi")
SOON = 3.0
"""Seconds in which news must have come, on a slow machine too."""


def wait(seconds):
    return ("prefer", f"wait={seconds}")


def _later(act, seconds=0.4):
    """Do something in a thread, after the waiters have begun to wait."""

    async def call():
        await asyncio.sleep(seconds)
        return await asyncio.to_thread(_closing, act)

    return call


def _closing(act):
    from django.db import connections

    try:
        return act()
    finally:
        connections.close_all()


def test_a_game_answers_when_it_changes(alice, bob):
    game = seated(alice, bob)
    tag = bob.get(f"/games/{game}")["ETag"]
    headers = [("if-none-match", tag), wait(20)]
    reply, _ = together(
        lambda: send(f"/games/{game}", by=bob, headers=headers), _later(lambda: alice.move(game))
    )
    assert reply.status_code == 200
    assert reply.seconds < SOON
    assert reply["Preference-Applied"] == "wait=20"
    assert reply["ETag"] != tag
    assert reply.json()["decision"]["seat"] == 1
    assert "Herdbook-Topic" not in reply


def test_without_a_tag_it_answers_at_once(alice, bob):
    reply = one(f"/games/{seated(alice, bob)}", by=bob, headers=[wait(20)])
    assert reply.status_code == 200
    assert reply.seconds < SOON


def test_nothing_new_is_304_or_204_after_the_time(alice, bob):
    game = seated(alice, bob)
    tag = bob.get(f"/games/{game}")["ETag"]
    asked = (
        (f"/games/{game}", bob, [("if-none-match", tag), wait(1)], 304),
        (f"/games/{game}/events?after=6", None, [wait(1)], 204),
        ("/me/turns/next", bob, [wait(1)], 204),
    )
    replies = together(*(lambda a=a: send(a[0], by=a[1], headers=a[2]) for a in asked))
    for (path, _, _, status), reply in zip(asked, replies, strict=True):
        assert reply.status_code == status, path
        assert 1 <= reply.seconds < 1 + SOON
        assert reply["Preference-Applied"] == "wait=1"
        assert reply["Cache-Control"] == "no-store"
        assert reply.content == b""
        assert "Request-Id" in reply
        assert "Herdbook-Topic" not in reply


def test_events_and_the_next_turn_wake_too(alice, bob):
    game = seated(alice, bob)
    events, turn, _ = together(
        lambda: send(f"/games/{game}/events?after=6", by=bob, headers=[wait(20)]),
        lambda: send("/me/turns/next", by=bob, headers=[wait(20)]),
        _later(lambda: alice.move(game)),
    )
    assert [item["version"] for item in events.json()["items"]] == [7, 8]
    assert turn.json()["id"] == game
    assert turn.json()["decision"]["seat"] == 1
    assert max(events.seconds, turn.seconds) < SOON


def test_what_an_account_is_told_wakes_who_waits_for_it(alice, bob):
    catch_up()
    place = alice.get("/me/events").json()["cursor"]

    def act():
        seated(alice, bob)
        tell_all()

    told, _ = together(
        lambda: send(f"/me/events?after={place}", by=alice, headers=[wait(20)]), _later(act)
    )
    assert [item["type"] for item in told.json()["items"]] == [
        "game.started",
        "game.decision_requested",
    ]
    assert told.seconds < SOON


def test_the_next_turn_wakes_when_a_game_starts(alice, bob):
    game = alice.create("me", "open")["id"]
    reply, _ = together(
        lambda: send("/me/turns/next", by=alice, headers=[wait(20)]),
        _later(lambda: bob.join(game)),
    )
    assert reply.json()["id"] == game
    assert reply.seconds < SOON


def test_behind_a_decision_it_waits_for_another(alice, bob):
    """Something happened, but the one decision is still the one behind which is asked."""
    first, second = seated(alice, bob), seated(bob, alice)
    after = alice.view(first)["decision"]["id"]

    def act():
        bob.post(f"/games/{first}/abort")
        time.sleep(0.6)
        bob.move(second)

    reply, _ = together(
        lambda: send(f"/me/turns/next?after={after}", by=alice, headers=[wait(20)]), _later(act)
    )
    assert reply.json()["id"] == second
    assert reply.seconds < SOON + 1


def test_two_wait_for_one_game_and_both_hear(alice, bob, mallory):
    game = seated(alice, bob)
    tags = [c.get(f"/games/{game}")["ETag"] for c in (bob, mallory)]
    one_, two, other, _ = together(
        lambda: send(f"/games/{game}", by=bob, headers=[("if-none-match", tags[0]), wait(20)]),
        lambda: send(f"/games/{game}", by=mallory, headers=[("if-none-match", tags[1]), wait(20)]),
        lambda: send(f"/games/{game}/events?after=6", headers=[wait(20)]),
        _later(lambda: alice.move(game)),
    )
    assert [reply.status_code for reply in (one_, two, other)] == [200] * 3
    assert one_.json()["you"] == {"seat": 1}
    assert two.json()["you"] is None
    assert two.json()["table"]["hand"] is None


def test_a_token_that_is_revoked_meanwhile_opens_nothing(alice, bob):
    game = seated(alice, bob)
    key = key_for(bob, "games:read")
    tag = key.get(f"/games/{game}")["ETag"]

    def act():
        revoke(key)
        alice.move(game)

    reply, _ = together(
        lambda: send(f"/games/{game}", by=key, headers=[("if-none-match", tag), wait(20)]),
        _later(act),
    )
    problem(reply, 401, "token_revoked")


def test_a_client_that_goes_away_is_not_waited_for(alice, bob):
    game = seated(alice, bob)
    tag = bob.get(f"/games/{game}")["ETag"]

    async def call():
        gone = asyncio.Event()
        asyncio.get_running_loop().call_later(0.5, gone.set)
        headers = [("if-none-match", tag), wait(50)]
        return await send(f"/games/{game}", by=bob, headers=headers, gone=gone)

    (reply,) = together(call)
    assert reply.seconds < 10


def test_waiters_leave_nothing_behind(alice, bob):
    from config.asgi import application

    game = seated(alice, bob)
    together(
        *[lambda: send(f"/games/{game}/events?after=6", headers=[wait(1)])] * 5,
        lambda: send("/me/turns/next", by=bob, headers=[wait(1)]),
    )
    assert application._desk._waiters == {}


def test_many_waiters_do_not_stop_play(alice, bob):
    """Design 10: who waits holds no thread."""
    game = seated(alice, bob)
    waiting = [lambda: send(f"/games/{game}/events?after=6", headers=[wait(3)])] * 40

    async def play():
        await asyncio.sleep(1.0)
        return await send("/time")

    *_, reply = together(*waiting, play)
    assert reply.status_code == 200
    assert reply.seconds < 1.5


@pytest.mark.parametrize(
    "preference",
    [
        "wait=-1",
        "wait=abc",
        "wait",
        "wait=",
        "wait=1.5s",
        "return=minimal",
        "await=9",
        ",;,",
        "wait =x",
    ],
)
def test_a_preference_that_cannot_be_read_is_ignored(alice, bob, preference):
    """RFC 7240: it is a wish, not a demand."""
    reply = one("/me/turns/next", by=bob, headers=[("prefer", preference)])
    assert reply.status_code == 204
    assert reply.seconds < SOON


@pytest.mark.parametrize(
    "preference", ["wait=1", "Wait=1", 'wait="1"', "respond-async, wait=1", "wait = 1; x=y"]
)
def test_each_way_to_say_it(bob, preference):
    reply = one("/me/turns/next", by=bob, headers=[("prefer", preference)])
    assert reply["Preference-Applied"] == "wait=1"
    assert reply.seconds >= 1


def test_more_than_a_minute_is_a_minute():
    from config.waiting import _wanted_wait

    for text, seconds in (("61", 60), ("60", 60), ("0", 0), ("99999999999", 60), ("9" * 400, 60)):
        assert _wanted_wait([(b"prefer", b"wait=" + text.encode())]) == seconds


def test_an_answer_that_is_no_waiting_matter_comes_at_once(alice, bob, mallory):
    game, over = seated(alice, bob), given_up(alice, bob)
    headers = [wait(20), ("if-none-match", '"x"')]
    for path, by, status in (
        (f"/games/{game}", bob, 200),
        ("/me/turns", bob, 200),
        ("/me/turns/next", None, 401),
        ("/me/turns/next", alice, 200),
        ("/games/none", bob, 404),
        (f"/games/{game}/replay", bob, 409),
        (f"/games/{game}/events?after=x", bob, 422),
        (f"/games/{over}", mallory, 200),
    ):
        reply = one(path, by=by or Caller(), headers=headers)
        assert reply.status_code == status
        assert reply.seconds < SOON
