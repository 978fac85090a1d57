"""Streams of the client: they outlive cuts, holes and silence, and miss nothing (A02, A04)."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator

import herdbook
import pytest
from herdbook import streaming

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
GAME = {"id": "g", "ruleset": "mow", "status": "running", "version": 3}


def frame(event, place, /, **data):
    return f"id: {place}\nevent: {event}\ndata: {json.dumps(data)}\n\n".encode()


def happened(version):
    return frame("event", version, version=version, type="CowPlayed", at="2026-01-01T00:00:00Z")


def bye(reason, cursor):
    return frame("bye", cursor, reason=reason, cursor=str(cursor))


def hello(place):
    now = "2026-01-01T00:00:00Z"
    return b"retry: 900\n" + frame("hello", place, server_now=now, cursor=place)


def begun(place):
    return hello(place) + frame("snapshot", place, **GAME)


FINISHED = bye("game_finished", 5)


class Server:
    """Answers each connection with the next of its scripts, and keeps what was asked."""

    def __init__(self, *scripts: bytes, silent: bool = False) -> None:
        self.asked: list[str] = []
        self._scripts = list(scripts)
        self._silent = silent
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._kept: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while self._scripts:
            connection, _ = self._socket.accept()
            self.asked.append(connection.recv(65_536).decode())
            script = self._scripts.pop(0)
            connection.sendall(script if script.startswith(b"HTTP") else _HEAD + script)
            if self._silent and self._scripts:
                self._kept.append(connection)  # and not a word more
            else:
                connection.close()
        self._socket.close()  # whoever comes once more is turned away

    def close(self) -> None:
        self._thread.join(10)
        for connection in self._kept:
            connection.close()

    def cursors(self) -> list[str | None]:
        """What each connection went on from."""
        return [_header(asked, "last-event-id") for asked in self.asked]


def _header(asked: str, name: str) -> str | None:
    for line in asked.split("\r\n"):
        key, _, value = line.partition(": ")
        if key.lower() == name:
            return value
    return None


@pytest.fixture
def serve() -> Iterator[object]:
    servers: list[Server] = []

    def start(*scripts: bytes, silent: bool = False) -> Server:
        servers.append(Server(*scripts, silent=silent))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def _patient(naps=None):
    return herdbook.Retries(limit=5, sleep=(naps if naps is not None else []).append)


def _told(server, **kwargs):
    with herdbook.Client(server.url, retries=_patient()) as client:
        return list(client.stream_game("g", **kwargs))


def _versions(told):
    return [one.version for one in told if isinstance(one, herdbook.Event)]


def test_a_game_is_told_to_its_end(serve):
    server = serve(begun(3) + happened(4) + happened(5) + FINISHED)
    view, *events = _told(server)
    assert isinstance(view, herdbook.Game)
    assert view.version == 3
    assert _versions(events) == [4, 5]
    assert server.cursors() == [None]


@pytest.mark.parametrize("reason", ["server_restart", "max_age", "slow_consumer"])
def test_it_goes_on_behind_the_last_frame_after_a_goodbye(serve, reason):
    server = serve(begun(3) + happened(4) + bye(reason, 4), begun(4) + happened(5) + FINISHED)
    told = _told(server, after=3)
    assert _versions(told) == [4, 5]
    assert len(told) == 3, "the view is shown once"
    assert server.cursors() == ["3", "4"]


@pytest.mark.parametrize("cut", [b"", b"id: 5\nevent: event\ndata: {", happened(5)[:-1]])
def test_a_cut_is_no_end(serve, cut):
    server = serve(begun(3) + happened(4) + cut, happened(5) + FINISHED)
    assert _versions(_told(server)) == [4, 5]
    assert server.cursors() == [None, "4"]


@pytest.mark.parametrize("hole", [happened(5), happened(3), frame("heartbeat", 9, cursor="9")])
def test_a_hole_is_filled_from_where_it_is(serve, hole):
    server = serve(begun(3) + hole, happened(4) + happened(5) + FINISHED)
    assert _versions(_told(server)) == [4, 5]
    assert server.cursors() == [None, "3"]


def test_silence_is_a_dead_connection(serve, monkeypatch):
    """A02: after 45 seconds; here less."""
    assert streaming.SILENCE == 45
    monkeypatch.setattr(streaming, "SILENCE", 0.3)
    server = serve(begun(3) + happened(4), happened(5) + FINISHED, silent=True)
    assert _versions(_told(server)) == [4, 5]
    assert server.cursors() == [None, "4"]


def test_another_seat_is_another_view(serve):
    server = serve(begun(3) + bye("access_changed", 3), begun(3) + FINISHED)
    assert [type(one) for one in _told(server)] == [herdbook.Game, herdbook.Game]


def test_a_token_that_is_revoked_is_told(serve):
    body = b'{"code": "token_revoked", "status": 401, "detail": "x"}'
    refusal = (
        b"HTTP/1.1 401 Unauthorized\r\nContent-Type: application/problem+json\r\n"
        b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
    )
    server = serve(begun(3) + bye("token_revoked", 3), refusal)
    with pytest.raises(herdbook.TokenRevokedError):
        _told(server)


def test_a_server_that_stays_away_is_told():
    naps: list[float] = []
    with (
        herdbook.Client("http://127.0.0.1:1", retries=_patient(naps)) as client,
        pytest.raises(herdbook.ConnectionFailedError),
    ):
        list(client.stream_game("g"))
    assert len(naps) == 5


def test_what_an_account_is_told_goes_on_behind_its_ids(serve):
    first = frame("event", "00a-1", id="00a-1", type="game.started", at="2026-01-01T00:00:00Z")
    second = frame("event", "00b-1", id="00b-1", type="game.finished", at="2026-01-01T00:00:00Z")
    server = serve(
        hello("009-1") + first + frame("heartbeat", "00a-2", cursor="00a-2"),
        hello("00a-2") + second,
    )
    with herdbook.Client(server.url, retries=_patient()) as client:
        told = client.stream_events(after="latest")
        assert [next(told).type, next(told).type] == ["game.started", "game.finished"]
    assert server.cursors() == [None, "00a-2"]


def test_tasks_are_told_the_same(serve):
    server = serve(begun(3) + happened(4), begun(4) + happened(5) + FINISHED)

    async def nap(_):
        pass

    async def run():
        retries = herdbook.Retries(limit=5, sleep_async=nap)
        async with herdbook.AsyncClient(server.url, retries=retries) as client:
            return [one async for one in client.stream_game("g", after=3)]

    told = asyncio.run(run())
    assert _versions(told) == [4, 5]
    assert server.cursors() == ["3", "4"]
