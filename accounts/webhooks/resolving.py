"""From a target to the addresses that may be connected to: looked up once, all of them looked at."""

import socket
import threading
from collections.abc import Sequence
from queue import Empty, SimpleQueue

from django.conf import settings

from accounts.webhooks.addresses import (
    Address,
    is_allowed,
    may_be_sent_to,
    read_address,
)
from accounts.webhooks.targets import PORTS, BadTargetError, Target

PATIENCE = 5.0
"""Seconds that looking up a name may take."""


class UnreachableHostError(BadTargetError):
    """The host has no address, or one that may not be sent to.

    Which of them stays unsaid, so that nobody learns what names mean in the network of this server.
    """


def checked_addresses(target: Target, *, patience: float = PATIENCE) -> Sequence[Address]:
    """Return the addresses of a target, in the order of preference.

    A single one that may not be sent to closes all of them. Raises `UnreachableHostError`, and
    `BadTargetError` for a scheme or port that only opened ranges have.
    """
    allowed = settings.HERDBOOK_WEBHOOK_ALLOW
    addresses = _addresses(target.host, patience)
    if not addresses or not all(may_be_sent_to(address, allowed) for address in addresses):
        raise UnreachableHostError(
            "The host has no address on the public internet; the operator has to allow any other."
        )
    if not all(is_allowed(address, allowed) for address in addresses):
        if not target.is_encrypted:
            raise BadTargetError("Only https is sent to.")
        if target.port not in PORTS:
            ports = " and ".join(map(str, sorted(PORTS)))
            raise BadTargetError(f"Only the ports {ports} are sent to.")
    return addresses


def _addresses(host: str, patience: float) -> tuple[Address, ...]:
    """Return all there are; none if nobody says so in time."""
    literal = read_address(host)
    if literal is not None:
        return (literal,)
    # The system's look-up knows no deadline. One that is given up ends by itself, in seconds.
    answer: SimpleQueue[tuple[Address, ...]] = SimpleQueue()
    threading.Thread(target=lambda: answer.put(_look_up(host)), daemon=True).start()
    try:
        return answer.get(timeout=patience)
    except Empty:
        return ()


def _look_up(host: str) -> tuple[Address, ...]:
    """Return all addresses of a name; none if there is one that cannot be looked at."""
    try:
        answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    # A link-local answer comes with its zone, which `read_address` keeps and `is_public` refuses.
    addresses = [read_address(text) for text in dict.fromkeys(str(one[4][0]) for one in answers)]
    return () if None in addresses else tuple(filter(None, addresses))
