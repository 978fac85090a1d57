"""The waiting process says when it repeats a call, and no client can say so in its place."""

import asyncio

from config.middleware import AGAIN_KEY, TOPIC_HEADER, WAITER_HEADER, WAITER_KEY
from config.newsdesk import NewsDesk
from config.waiting import WaitingApplication

WAITER = WAITER_HEADER.lower().encode()


class Told(NewsDesk):
    """Has news at once."""

    async def wait(self, topic, mark, seconds, *, since):
        return True


class Calls:
    """Has nothing to say for a few calls, and remembers as what each was sent."""

    def __init__(self, empty: int) -> None:
        self.empty = empty
        self.seen: list[list[bytes]] = []

    async def __call__(self, scope, receive, send):
        self.seen.append([value for name, value in scope["headers"] if name == WAITER])
        empty = len(self.seen) <= self.empty
        headers = [(TOPIC_HEADER.encode(), b"game 1 1")] if empty else []
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def test_only_the_first_call_counts(monkeypatch):
    calls = Calls(empty=2)
    application = WaitingApplication(calls)
    application._desk = Told()
    forged = [(b"prefer", b"wait=5"), (WAITER, AGAIN_KEY.encode())]
    asyncio.run(application(_scope(forged), _receive(), _send))
    assert calls.seen == [[WAITER_KEY.encode()], [AGAIN_KEY.encode()], [AGAIN_KEY.encode()]]


def test_a_call_that_does_not_wait_has_no_key():
    calls = Calls(empty=0)
    asyncio.run(WaitingApplication(calls)(_scope([(WAITER, b"x")]), _receive(), _send))
    assert calls.seen == [[]]


def _scope(headers):
    path = "/api/v1/me/turns/next"
    return {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}


def _receive():
    begun = False

    async def receive():
        nonlocal begun
        if begun:
            await asyncio.Event().wait()  # the client stays
        begun = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive


async def _send(message):
    pass
