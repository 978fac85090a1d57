"""Writing down on which network an account is seen: at log-ins, and with a token's first use of a day."""

from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.utils.crypto import salted_hmac

_WIDTHS = {4: 24, 6: 48}
"""Bits of an address, by the version of the protocol, that all of a household or a hall share."""
_HEX = 32
_SALT = "herdbook.networks"
_NOTE = """
INSERT INTO network_use (account_id, network, days, first_on, last_on)
VALUES (%(account)s, %(network)s, 1, %(today)s, %(today)s)
ON CONFLICT (account_id, network) DO UPDATE
SET days = network_use.days + 1, last_on = excluded.last_on
WHERE network_use.last_on < excluded.last_on
"""


def note(account: UUID, address: str, *, now: datetime) -> None:
    """Note that an account is seen at an address today; of none, or with 0 days, nothing."""
    network = hashed(address)
    if network is None or not settings.HERDBOOK_NETWORK_DAYS:
        return
    today = now.astimezone(UTC).date()
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {"account": account, "network": network, "today": today})


def is_first_of_day(used_before: datetime, *, now: datetime) -> bool:
    """Answer whether what was last used then is used for the first time on this day, in UTC."""
    return used_before.astimezone(UTC).date() < now.astimezone(UTC).date()


def hashed(address: str) -> str | None:
    """Return the hash of the network of an address; None for what is no address.

    Whoever knows the key of the server could try all networks, and nobody else can.
    """
    try:
        given: IPv4Network | IPv6Network = ip_network(address, strict=False)
    except ValueError:
        return None
    width = min(_WIDTHS[given.version], given.prefixlen)
    network = str(given.supernet(new_prefix=width))
    return salted_hmac(_SALT, network, algorithm="sha256").hexdigest()[:_HEX]
