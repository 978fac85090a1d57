"""The port of the figures bears whatever is sent to it, and goes on showing them."""

import contextlib
import socket
from collections.abc import Iterator
from threading import Thread

import httpx
import pytest

from config.metrics.serving import server
from tests.canary.channels import search_metrics

HOSTILE = (
    b"GET /metrics?name[]=" + b"herdbook_up&name[]=" * 500 + b"x HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /metrics?name[]=\xff\x00%00%ff HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET " + b"/a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
    b"GET /metrics HTTP/1.1\r\nAccept: " + b"a;q=0.1," * 4_000 + b"\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nAccept: application/openmetrics-text; version=x\r\n\r\n",
    b"POST /metrics HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n{",
    b"POST /metrics HTTP/1.1\r\nContent-Length: -1\r\n\r\n{",
    b"DELETE /metrics HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n\r\n\r\n",
    b"GET\r\n\r\n",
)


@pytest.fixture
def port(database) -> Iterator[int]:
    shown = server("127.0.0.1", 0)
    thread = Thread(target=shown.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield shown.server_port
    shown.shutdown()
    shown.server_close()
    thread.join()


def answered(port: int, request: bytes) -> bytes:
    """Return what a request is answered; nothing if the server hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sent:
        try:
            sent.sendall(request)
            with contextlib.suppress(OSError):  # it has hung up already
                sent.shutdown(socket.SHUT_WR)
            got = b""
            while part := sent.recv(65536):
                got += part
        except ConnectionError:
            return b""
        return got


def test_nothing_that_is_sent_breaks_it_or_is_shown_again(port):
    for request in HOSTILE:
        answer = answered(port, request)
        status = answer.partition(b"\r\n")[0]
        assert b" 50" not in status, (request[:60], answer[:300])
        assert b"Traceback" not in answer
        assert b"passwd" not in answer
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert "herdbook_up" in text
    search_metrics(text)


def test_who_sends_slowly_keeps_nobody_waiting(port):
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
    try:
        for one in slow:
            one.sendall(b"GET /metrics HTTP/1.1\r\nX: ")
        assert httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=10).status_code == 200
    finally:
        for one in slow:
            one.close()
