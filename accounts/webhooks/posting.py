"""One POST to a receiver: to an address that was looked at, once, within a time, without trust.

No redirect is followed, no proxy of the environment is used, no connection is kept, and of the
answer only its head is read: a body of any size costs nothing.
"""

import ssl
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from http import HTTPStatus
from typing import Any

import httpcore

from accounts.webhooks.addresses import Address
from accounts.webhooks.resolving import UnreachableHostError, checked_addresses
from accounts.webhooks.targets import BadTargetError, Target, read_target

DEADLINE = 10.0
"""Seconds that connecting, sending and the head of the answer may take together."""
MOST_ADDRESSES = 4
"""Of a name that are connected to, if one after the other does not answer."""
LONGEST_HEAD = 32 * 1024
"""Bytes of an answer that are read, those of TLS not counted."""


class Failure(StrEnum):
    """Why an attempt came to nothing."""

    BAD_URL = "bad_url"
    NO_PUBLIC_ADDRESS = "no_public_address"
    NOT_CONNECTED = "not_connected"
    BAD_CERTIFICATE = "bad_certificate"
    TIMED_OUT = "timed_out"
    BROKEN_ANSWER = "broken_answer"
    REDIRECTED = "redirected"
    REFUSED = "refused"
    """The receiver answered with a status that is no success."""
    SECRET_LOST = "secret_lost"  # noqa: S105 - a code


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What an attempt came to."""

    latency_ms: int
    status: int | None = None
    failure: Failure | None = None
    retry_after: int | None = None
    """Seconds that the receiver asked for."""


def post(url: str, *, headers: Mapping[str, str], body: str, deadline: float = DEADLINE) -> Answer:
    """Send a message once; whatever the receiver does is an answer and raises nothing."""
    begin = time.monotonic()

    def answer(**found: Any) -> Answer:
        return Answer(latency_ms=round((time.monotonic() - begin) * 1000), **found)

    try:
        target = read_target(url)
        addresses = checked_addresses(target)
        status, fields = _exchange(target, addresses, headers, body.encode(), deadline)
    except UnreachableHostError:
        return answer(failure=Failure.NO_PUBLIC_ADDRESS)
    except BadTargetError:
        return answer(failure=Failure.BAD_URL)
    except httpcore.TimeoutException:
        return answer(failure=Failure.TIMED_OUT)
    except httpcore.ConnectError as error:
        bad = isinstance(error.__context__, ssl.SSLError)
        return answer(failure=Failure.BAD_CERTIFICATE if bad else Failure.NOT_CONNECTED)
    except (httpcore.NetworkError, httpcore.ProtocolError):
        return answer(failure=Failure.BROKEN_ANSWER)
    return answer(
        status=status,
        failure=_failure_of(status),
        retry_after=_seconds(fields.get(b"retry-after", b"")),
    )


def _failure_of(status: int) -> Failure | None:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return None
    redirected = HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST
    return Failure.REDIRECTED if redirected else Failure.REFUSED


def _seconds(text: bytes) -> int | None:
    """Read a `Retry-After` in seconds; one with a date, which nobody needs, counts as none."""
    return int(text) if text.isdigit() and len(text) < 9 else None  # noqa: PLR2004 - years


def _exchange(
    target: Target,
    addresses: Sequence[Address],
    headers: Mapping[str, str],
    body: bytes,
    deadline: float,
) -> tuple[int, dict[bytes, bytes]]:
    until = time.monotonic() + deadline
    url = httpcore.URL(
        scheme=target.scheme, host=target.host, port=target.port, target=target.resource
    )
    fields = [
        *headers.items(),
        ("host", target.authority),
        ("content-length", str(len(body))),
        ("accept-encoding", "identity"),
        ("connection", "close"),
    ]
    with (
        httpcore.ConnectionPool(
            ssl_context=_tls(), network_backend=Pinned(addresses, until), keepalive_expiry=0
        ) as pool,
        pool.stream(
            "POST", url, headers=fields, content=body, extensions={"timeout": _within(until)}
        ) as response,
    ):
        return response.status, {name.lower(): value for name, value in response.headers}


@cache
def _tls() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _within(until: float) -> dict[str, float]:
    left = max(until - time.monotonic(), 0.001)
    return dict.fromkeys(("connect", "read", "write", "pool"), left)


class Pinned(httpcore.NetworkBackend):
    """Connects to addresses given beforehand, whatever name is asked for.

    The name stays that of the certificate and of the header `Host`: they are made from the URL.
    """

    def __init__(self, addresses: Sequence[Address], until: float) -> None:
        self._addresses, self._until = addresses[:MOST_ADDRESSES], until
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Return a connection to the first address that takes one."""
        for place, address in enumerate(self._addresses):
            left = _left(self._until, httpcore.ConnectTimeout)
            # An address that is silent leaves time for those behind it.
            share = left / (len(self._addresses) - place)
            try:
                stream = self._network.connect_tcp(str(address), port, share)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if place + 1 == len(self._addresses):
                    raise
            else:
                return Bounded(stream, self._until)
        raise httpcore.ConnectError


class Bounded(httpcore.NetworkStream):
    """A connection with one deadline for all that happens on it, and an end to what is read."""

    def __init__(self, stream: httpcore.NetworkStream, until: float) -> None:
        self._stream, self._until = stream, until
        self._received = 0

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read something; a receiver that sends a byte now and then gains no time by it."""
        received = self._stream.read(max_bytes, _left(self._until, httpcore.ReadTimeout))
        self._received += len(received)
        if self._received > LONGEST_HEAD:
            raise httpcore.RemoteProtocolError("The head of the answer is too long.")
        return received

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write everything."""
        self._stream.write(buffer, _left(self._until, httpcore.WriteTimeout))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """Return the connection encrypted, under the same deadline."""
        left = _left(self._until, httpcore.ConnectTimeout)
        return Bounded(self._stream.start_tls(ssl_context, server_hostname, left), self._until)

    def get_extra_info(self, info: str) -> Any:
        """Tell about the connection."""
        return self._stream.get_extra_info(info)


def _left(until: float, late: type[httpcore.TimeoutException]) -> float:
    """Return the seconds that are left; raise `late` if none are."""
    left = until - time.monotonic()
    if left <= 0:
        raise late
    return left
