"""The URL of a receiver, read so strictly that no two programs can understand it differently."""

import re
from dataclasses import dataclass

from accounts.webhooks.addresses import read_address

LONGEST = 500
"""Characters of a URL."""
PORTS = frozenset({443, 8443})
"""Ports that may be sent to; in ranges that the operator has opened, any."""
_URL = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>[a-z0-9.-]+|\[[0-9a-f:.]+\])"
    r"(?::(?P<port>[1-9][0-9]{0,4}))?"
    r"(?P<path>/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*)?"
    r"(?P<query>\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?"
)
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_LONGEST_NAME = 253
_MOST_PORT = 65_535
_DEFAULT_PORTS = {"https": 443, "http": 80}


class BadTargetError(Exception):
    """The URL cannot be sent to; the message says why."""


@dataclass(frozen=True)
class Target:
    """Where a message goes."""

    scheme: str
    host: str
    """A name or an address, without brackets."""
    port: int
    resource: str
    """Path and query."""

    @property
    def is_encrypted(self) -> bool:
        return self.scheme == "https"

    @property
    def authority(self) -> str:
        """The header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def read_target(url: str) -> Target:
    """Read a URL; raise `BadTargetError` for one that has another form than the usual one."""
    if len(url) > LONGEST:
        raise BadTargetError(f"A URL has at most {LONGEST} characters.")
    match = _URL.fullmatch(url)
    if match is None:
        raise BadTargetError(
            "Use a URL such as https://example.org/herdbook: lower-case host, ASCII only, without"
            " user, password or fragment."
        )
    host, port = _read_host(match["host"]), match["port"]
    number = int(port) if port else _DEFAULT_PORTS[match["scheme"]]
    if number > _MOST_PORT:
        raise BadTargetError("There is no such port.")
    resource = (match["path"] or "/") + (match["query"] or "")
    return Target(match["scheme"], host, number, resource)


def _read_host(text: str) -> str:
    if text.startswith("["):
        address = read_address(text[1:-1])
        if address is None or str(address) != text[1:-1]:
            raise BadTargetError("Write the IPv6 address in its shortest form.")
        return text[1:-1]
    labels = text.split(".")
    if _NUMBER.fullmatch(labels[-1]):  # some programs take any such name for an IPv4 address
        if read_address(text) is None:
            raise BadTargetError("Write an IPv4 address as four decimal numbers.")
        return text
    if len(text) > _LONGEST_NAME or not all(map(_LABEL.fullmatch, labels)):
        raise BadTargetError("This is no name of a host.")
    return text
