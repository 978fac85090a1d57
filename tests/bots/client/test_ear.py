"""The runner on the stream of its account: woken at once, by one connection for all its games."""

import asyncio
import json
import queue

import herdbook
import pytest
from herdbook import ear as ear_module
from herdbook import streaming
from herdbook.runner import Runner

NOW = "2026-01-01T00:00:00Z"


def frame(event, **data):
    return f"id: 00a-1\nevent: {event}\ndata: {json.dumps(data)}\n\n".encode()


HELLO = frame("hello", server_now=NOW, cursor="00a-1") + frame("snapshot", turns=0)


class Table:
    """A server with one game, in which something is owed when the test says so."""

    def __init__(self, words):
        self.words = words
        self.owed: list[str] = []
        self.made: list[str] = []
        self.streams: list[queue.Queue[bytes | None]] = []
        self.polls: list[str | None] = []
        self.refused = 0

    def __call__(self, asked):
        match asked.method, asked.path.removeprefix("/api/v1").partition("?")[0]:
            case "GET", "/me/stream":
                if self.refused:
                    self.refused -= 1
                    return self.words.problem(429, "too_many_streams", headers={"Retry-After": "0"})
                self.streams.append(queue.Queue())
                return self.words.Answer(stream=self.streams[-1])
            case "GET", "/me/turns/next":
                self.polls.append(asked.headers.get("prefer"))
                if not self.owed:
                    return self.words.Answer(204)
                decision = {"id": self.owed[0], "legal_moves": ["a"], "kind": "turn"}
                return self.words.ok(self.words.game(decision=decision))
            case "POST", "/games/g1/moves":
                self.owed.remove(asked.body["decision"])
                self.made.append(asked.body["decision"])
                return self.words.ok({"events": [], "game": self.words.game(decision=None)}, 201)
            case _:
                pass
        return self.words.ok({"items": [], "next": None})


class First(herdbook.Bot):
    def choose(self, decision, game):
        return decision.legal_moves[0]


async def until(condition):
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - the table is in another thread
            await asyncio.sleep(0.01)


@pytest.fixture
def table(peer, words):
    peer.script = table = Table(words)
    yield table
    for stream in table.streams:
        stream.put(None)


def run(peer, script):
    """Let a bot play while a script goes on."""

    async def play():
        retries = herdbook.Retries(limit=50, first=0.01, longest=0.01)
        async with herdbook.AsyncClient(peer.url, "hb_1_x", retries=retries) as client:
            runner = Runner(client, First(), until_idle=False)
            playing = asyncio.create_task(runner.run())
            try:
                await script(runner)
            finally:
                playing.cancel()
                await asyncio.wait({playing})

    asyncio.run(play())


def owe(table, decision, *frames):
    table.owed.append(decision)
    for one in frames:
        table.streams[-1].put(one)


def test_it_is_woken_by_the_stream_and_asks_in_vain_no_more(peer, table):
    async def script(runner):
        await until(lambda: table.streams)
        table.streams[0].put(HELLO)
        await until(lambda: runner._ear.hears and table.polls[-1] == "wait=0")
        asked = len(table.polls)
        await asyncio.sleep(0.3)  # it does nothing, so there is nothing to wait for
        assert len(table.polls) <= asked + 1
        for number, frames in enumerate(
            (
                [frame("turns", turns=1)],
                [frame("event", id="00a-2", type="game.decision_requested", at=NOW)],
            )
        ):
            owe(table, f"d{number}", *frames)
            await until(lambda: len(table.made) == number + 1)  # noqa: B023 - it is over by then

    run(peer, script)
    assert len(table.streams) == 1
    assert table.made == ["d0", "d1"]


def test_what_came_during_a_cut_is_found_when_it_hears_again(peer, table):
    async def script(runner):
        await until(lambda: table.streams)
        table.streams[0].put(HELLO)
        await until(lambda: runner._ear.hears)
        table.streams[0].put(None)
        await until(lambda: len(table.streams) == 2)
        table.owed.append("d1")
        table.streams[1].put(HELLO)
        await until(lambda: table.made == ["d1"])

    run(peer, script)


def test_where_the_stream_is_refused_it_polls_and_asks_for_it_again(peer, table, monkeypatch):
    monkeypatch.setattr(ear_module, "AGAIN", 0.2)
    table.refused = 1

    async def script(runner):
        await until(lambda: table.polls[-1:] == ["wait=30"])
        table.owed.append("d1")
        await until(lambda: table.made == ["d1"])
        await until(lambda: table.streams)

    run(peer, script)


def test_a_stream_of_which_nothing_comes_is_not_relied_on(peer, table, monkeypatch):
    """A proxy that keeps what it is given says nothing, for as long as it likes."""
    monkeypatch.setattr(streaming, "SILENCE", 0.3)

    async def script(runner):
        await until(lambda: table.streams)
        table.owed.append("d1")
        await until(lambda: table.made == ["d1"])
        assert not runner._ear.hears
        await until(lambda: len(table.streams) > 1)

    run(peer, script)
