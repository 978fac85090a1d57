"""S68: receivers cannot make the server wait, read, follow or believe them."""

import gzip
import socket
import ssl
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509.oid import NameOID

from accounts.webhooks import posting
from accounts.webhooks.posting import Failure, post
from tests.accounts.webhooks.naming import resolve
from tests.accounts.webhooks.sinks import Answer, Sink, sink, status

HEADERS = {"content-type": "application/json", "webhook-id": "msg_1"}


def test_it_is_one_plain_post(receiver):
    answer = post(receiver.url + "?a=b", headers=HEADERS, body='{"a":1}')
    assert (answer.status, answer.failure) == (204, None)
    (got,) = receiver.got
    assert (got.path, got.body) == ("/hook?a=b", b'{"a":1}')
    assert got.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert got.headers["accept-encoding"] == "identity"
    assert "authorization" not in got.headers
    assert "cookie" not in got.headers


@pytest.mark.parametrize("code", [300, 301, 302, 303, 304, 307, 308])
def test_no_redirect_is_followed(code):
    with sink() as elsewhere, sink(status(code, Location=elsewhere.url)) as receiver:
        answer = post(receiver.url, headers=HEADERS, body="{}")
        assert (answer.status, answer.failure) == (code, Failure.REDIRECTED)
        assert not elsewhere.got


@pytest.mark.parametrize("code", [400, 401, 404, 410, 429, 500, 503, 599])
def test_only_a_success_is_one(code):
    with sink(status(code, Retry_After="7")) as receiver:
        answer = post(receiver.url, headers=HEADERS, body="{}")
    assert (answer.status, answer.failure, answer.retry_after) == (code, Failure.REFUSED, 7)


def test_no_proxy_of_the_environment_is_used(receiver, monkeypatch):
    with sink() as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert post(receiver.url, headers=HEADERS, body="{}").status == 204
        assert (len(receiver.got), len(proxy.got)) == (1, 0)


def drip(part: bytes, *, head: bytes = b"") -> Answer:
    """Return an answer that sends a bit now and then and never ends."""

    def answer(handler: Any) -> None:
        made: Sink = handler.server.sink
        handler.wfile.write(head)
        while not made.ended.wait(0.02):
            handler.wfile.write(part)
            handler.wfile.flush()

    return answer


def test_a_head_that_drips_ends_with_the_deadline():
    with sink(drip(b"a", head=b"HTTP/1.1 200 OK\r\nX: ")) as receiver:
        begin = time.monotonic()
        answer = post(receiver.url, headers=HEADERS, body="{}", deadline=0.4)
        assert answer.failure is Failure.TIMED_OUT
        assert 0.3 < time.monotonic() - begin < 2


def test_a_receiver_that_says_nothing_ends_with_the_deadline():
    with sink(lambda handler: handler.server.sink.ended.wait(5)) as receiver:
        begin = time.monotonic()
        assert post(receiver.url, headers=HEADERS, body="{}", deadline=0.3).failure is (
            Failure.TIMED_OUT
        )
        assert time.monotonic() - begin < 2


def test_a_body_without_end_is_not_read():
    begin = time.monotonic()
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with sink(drip(b"ff\r\n" + b"a" * 255 + b"\r\n", head=head)) as receiver:
        assert post(receiver.url, headers=HEADERS, body="{}").status == 200
    assert time.monotonic() - begin < 2


def test_a_head_without_end_is_refused():
    lines = b"".join(b"X-%d: %s\r\n" % (n, b"a" * 100) for n in range(1000))
    with sink(lambda handler: handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + lines)) as receiver:
        answer = post(receiver.url, headers=HEADERS, body="{}")
    assert answer.failure is Failure.BROKEN_ANSWER


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 " + b"a" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 4_000,
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    ],
    ids=["a status line", "answers that are none yet", "another protocol"],
)
def test_what_leads_to_no_answer_is_not_followed_for_ever(raw):
    """S68."""
    with sink(lambda handler: handler.wfile.write(raw)) as receiver:
        answer = post(receiver.url, headers=HEADERS, body="{}")
    assert answer.failure is Failure.BROKEN_ANSWER


def test_who_listens_and_never_shakes_hands_ends_with_the_deadline():
    """S68."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begin = time.monotonic()
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        answer = post(url, headers=HEADERS, body="{}", deadline=0.3)
        assert answer.failure is Failure.TIMED_OUT
        assert time.monotonic() - begin < 2


def test_a_packed_body_is_not_unpacked():
    bomb = gzip.compress(b"\0" * 10_000_000)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Encoding", "gzip")
        handler.send_header("Content-Length", str(len(bomb)))
        handler.end_headers()
        handler.wfile.write(bomb)

    with sink(answer) as receiver:
        assert post(receiver.url, headers=HEADERS, body="{}").status == 200


@pytest.mark.parametrize(
    "raw",
    [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", b"HTTP/1.1 99"],
)
def test_what_is_no_http_is_a_broken_answer(raw):
    with sink(lambda handler: handler.wfile.write(raw)) as receiver:
        answer = post(receiver.url, headers=HEADERS, body="{}")
    assert answer.failure is Failure.BROKEN_ANSWER


def test_a_closed_port_is_told_from_a_refusal():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    answer = post(f"http://127.0.0.1:{port}/", headers=HEADERS, body="{}")
    assert answer.failure is Failure.NOT_CONNECTED


def test_the_next_address_of_a_name_is_tried(monkeypatch, settings, receiver):
    settings.HERDBOOK_WEBHOOK_ALLOW = tuple(map(ip_network, ("127.0.0.1/32", "::1/128")))
    resolve(monkeypatch, "receiver.example", lambda: ["::1", "127.0.0.1"])
    url = f"http://receiver.example:{receiver.port}/"
    assert post(url, headers=HEADERS, body="{}").status == 204


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> Path:
    """A key and a certificate for `receiver.example` that nobody signed but itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver.example")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("receiver.example")]), False)
        .sign(key, SHA256())
    )
    both: Path = tmp_path_factory.mktemp("certificate") / "both.pem"
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    key_text = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    both.write_bytes(key_text + made.public_bytes(pem))
    return both


@pytest.mark.parametrize(
    ("host", "trusted", "failure"),
    [
        ("receiver.example", True, None),
        ("other.example", True, Failure.BAD_CERTIFICATE),
        ("receiver.example", False, Failure.BAD_CERTIFICATE),
    ],
)
def test_the_certificate_has_to_be_good_and_of_the_name(
    monkeypatch, certificate, host, trusted, failure
):
    """The address is the one that was looked at; the name is the URL's."""
    resolve(monkeypatch, host, lambda: ["127.0.0.1"])
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    posting._tls.cache_clear()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    asked: list[str | None] = []
    context.sni_callback = lambda _, name, __: asked.append(name)
    try:
        with sink(tls=context) as receiver:
            answer = post(f"https://{host}:{receiver.port}/", headers=HEADERS, body="{}")
    finally:
        posting._tls.cache_clear()
    assert answer.failure is failure
    assert asked == [host]
