"""The server for the public on this machine: nginx, and the web servers as their units start them.

Only ports, folders and the certificate are others than in `docs/deploy/`.
"""

import datetime as dt
import ipaddress
import os
import re
import shlex
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.docs.pages import DOCS
from tests.stack.stacks import WAIT, Stack, free_port, until

HOST = "cards.example"
# As Debian has it, with as much compression as somebody might ask for.
_MAIN = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 256; }}
http {{
    access_log {folder}/access.log;
    gzip on;
    gzip_types application/json application/problem+json text/event-stream;
    {temporary}
    include {folder}/herdbook.conf;
}}
"""
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Site:
    """nginx with our configuration, in front of the two web servers."""

    def __init__(self, folder: Path, *, calls: int, waits: int, seconds: int = 75) -> None:
        """`seconds` is how long nginx waits for an answer."""
        self.folder, self.port, self.plain = folder, free_port(), free_port()
        _certify(folder)
        text = (DOCS / "deploy/nginx.conf").read_text()
        for shipped, ours in {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
            "127.0.0.1:8001": f"127.0.0.1:{calls}",
            "127.0.0.1:8002": f"127.0.0.1:{waits}",
            "/etc/ssl/cards.example.": f"{folder}/cards.example.",
            "/var/log/nginx/": f"{folder}/",
            "proxy_read_timeout 75s;": f"proxy_read_timeout {seconds}s;",
        }.items():
            assert shipped in text, shipped
            text = text.replace(shipped, ours)
        (folder / "herdbook.conf").write_text(text)
        temporary = " ".join(f"{one}_temp_path {folder}/{one};" for one in _TEMPORARY)
        user = "user root;" if os.geteuid() == 0 else ""
        main = _MAIN.format(folder=folder, user=user, temporary=temporary)
        (folder / "nginx.conf").write_text(main)

    @contextmanager
    def running(self) -> Iterator["Site"]:
        """Start nginx; it answers from here on."""
        command = ("nginx", "-c", f"{self.folder}/nginx.conf", "-e", f"{self.folder}/error.log")
        with _process(*command) as process:
            until(lambda: _listens(self.port) or process.poll() is not None, "nginx")
            assert process.poll() is None, self.logs
            yield self

    def client(self, source: str = "127.0.0.1", token: str | None = None) -> httpx.Client:
        """Return a client that comes from this address of the loopback."""
        headers = {"Host": HOST, **({} if token is None else {"Authorization": f"Bearer {token}"})}
        transport = httpx.HTTPTransport(verify=self._trust(), local_address=source)
        base = f"https://127.0.0.1:{self.port}"
        return httpx.Client(base_url=base, headers=headers, transport=transport, timeout=WAIT)

    def raw(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        """Send bytes; return status, headers and body of what comes back."""
        with (
            socket.create_connection(("127.0.0.1", self.port), timeout=WAIT) as plain,
            self._trust().wrap_socket(plain, server_hostname=HOST) as connection,
        ):
            connection.sendall(request)
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        status, *lines = head.decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        return int(status.split()[1]), headers, body

    @property
    def logs(self) -> str:
        """All that nginx has written down."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def _trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "cards.example.pem"))


@contextmanager
def web_server(unit: str, stack: Stack, **variables: str) -> Iterator[int]:
    """Start a web server by the command of its unit, on a port of its own; yield the port."""
    text = (DOCS / f"deploy/{unit}.service").read_text().replace("\\\n", " ")
    found = re.search(r"^ExecStart=/srv/herdbook/\.venv/bin/(.+)$", text, re.MULTILINE)
    assert found is not None
    program, *options = shlex.split(found[1])
    port = free_port()
    options[options.index("--port") + 1] = str(port)
    command = ["-m", "config.stack", "exec", "--", str(Path(sys.executable).parent / program)]
    environment = {**stack.environment, **variables}
    with _process(sys.executable, *command, *options, environment=environment) as process:
        until(lambda: _is_live(port) or process.poll() is not None, unit)
        assert process.poll() is None, f"{unit} has ended"
        yield port


@contextmanager
def silent_port() -> Iterator[int]:
    """Yield a port that takes connections and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as server:
        yield server.getsockname()[1]


@contextmanager
def _process(
    *command: str, environment: dict[str, str] | None = None
) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(WAIT)


def _listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _is_live(port: int) -> bool:
    try:
        headers = {"X-Forwarded-Proto": "https"}
        answer = httpx.get(f"http://127.0.0.1:{port}/api/v1/health/live", headers=headers)
    except httpx.HTTPError:
        return False
    return answer.status_code == httpx.codes.OK


def _certify(folder: Path) -> None:
    """Write a certificate that this machine's tests believe, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    names = [x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "cards.example.pem").write_bytes(certificate.public_bytes(pem))
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    (folder / "cards.example.key").write_bytes(key.private_bytes(pem, form, plain))
