"""Where a request comes from, as far as that can be believed."""

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

_WITH_PORT = re.compile(r"(?:\[([^\]]*)\]|([0-9.]+)):[0-9]+", re.ASCII)
"""As some proxies write an address; the port is another with each connection."""
_HOME = 64  # bits; a household or a server is given at least that many addresses to choose from


def client_address(request: HttpRequest) -> str:
    """Return the address that a request counts for; of IPv6 the network, such as `2001:db8::/64`.

    That is the other end of the socket. Behind `HERDBOOK_NUM_PROXIES` proxies of ours it is what
    the outermost of them saw; whatever the client itself wrote into `X-Forwarded-For` stands
    further left and is never read.
    """
    hops = [request.META.get("REMOTE_ADDR", "")]
    proxies: int = settings.HERDBOOK_NUM_PROXIES
    if proxies:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        hops = [*(hop.strip() for hop in forwarded if hop.strip()), *hops]
    return _shared(hops[-1 - min(proxies, len(hops) - 1)])


def _shared(text: str) -> str:
    if (with_port := _WITH_PORT.fullmatch(text)) is not None:
        text = with_port[1] or with_port[2]
    try:
        address = ip_address(text.strip("[]"))
    except ValueError:
        return text[:64]  # a socket file has no address, and a proxy may write a name
    match address:
        case IPv6Address(ipv4_mapped=IPv4Address() as inner):
            return str(inner)
        case IPv6Address():
            return str(IPv6Network((int(address), _HOME), strict=False))
        case _:
            return str(address)
