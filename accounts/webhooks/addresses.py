"""Which addresses of the network may be sent to: those of the public internet, and no others.

Names resolve to whatever their owner likes, so this looks at addresses only, at the very ones that
are connected to.
"""

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)
from typing import TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

# Written out, since what `ipaddress` calls global differs between versions of Python.
_CLOSED_V4 = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this network; 0.0.0.0 reaches the host itself
        "10.0.0.0/8",
        "100.64.0.0/10",  # carriers' own, and metadata of some clouds
        "127.0.0.0/8",
        "168.63.129.16/32",  # a cloud's own service, at an address that looks public
        "169.254.0.0/16",  # link-local, and metadata of most clouds
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
_OPEN_V6 = IPv6Network("2000::/3")
"""All that is given out. Outside lie loopback, link-local, private, multicast, IPv4-mapped, NAT64."""
_CLOSED_V6 = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # Teredo, ORCHID, benchmarks
        "2001:db8::/32",
        "2002::/16",  # 6to4: an IPv4 address inside
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})
"""The upper half of the interface of an address with an IPv4 address inside."""


def is_public(address: Address) -> bool:
    """Answer whether an address is one of the public internet, and hides no other inside."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _CLOSED_V4)
    if address.scope_id is not None or address not in _OPEN_V6:
        return False
    if any(address in network for network in _CLOSED_V6):
        return False
    return (int(address) >> 32) & 0xFFFF_FFFF not in _ISATAP


def is_allowed(address: Address, allowed: Iterable[Network]) -> bool:
    """Answer whether an address lies in a range that the operator has opened."""
    return any(address in network for network in allowed)


def may_be_sent_to(address: Address, allowed: Iterable[Network]) -> bool:
    """Answer whether a message may go to this address."""
    return is_public(address) or is_allowed(address, allowed)


def read_address(text: str) -> Address | None:
    """Read an address in its one usual form, or return None."""
    try:
        return ip_address(text)
    except ValueError:
        return None
