"""Counting failed log-ins, so that guessing is slow.

Failures are counted by the address they come from, alone and together with the name tried: whoever
guesses from one address stops themselves only. Guesses from very many addresses are counted by the
name alone, and then only addresses are let in from which somebody has logged in with it before:
that of the owner is one.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress

import redis
from django.core.cache import cache

from accounts.errors import TooManyFailuresError
from accounts.services import counting
from accounts.services.counting import Counted, Limit, TooOftenError

WITH_A_NAME = Limit("log-in-pair", most=10, seconds=3600)
"""From one address with one name; a typing error needs two or three."""
FROM_AN_ADDRESS = Limit("log-in-address", most=50, seconds=900)
"""From one address; a school behind one address shares them."""
FROM_STRANGERS = Limit("log-in-name", most=20, seconds=3600)
"""With one name, from all addresses together that it has not logged in from."""
KNOWN_FOR = 90 * 24 * 3600
"""Seconds for which an address is known as one of a name's, from the latest log-in on."""


def count_attempt(*, name: str, address: str) -> Sequence[Counted]:
    """Count an attempt as failed until it is taken back; raise `TooManyFailuresError`.

    Called before the password is looked at, so that many attempts at once gain nothing.
    """
    draws = [(WITH_A_NAME, f"{address} {name}"), (FROM_AN_ADDRESS, address)]
    if not _is_known(name, address):
        draws.append((FROM_STRANGERS, name))
    try:
        return counting.count(*draws)
    except TooOftenError as error:
        raise TooManyFailuresError(error.seconds) from None


def know(*, name: str, address: str) -> None:
    """Remember that somebody has logged in with this name from there; a cache may forget it."""
    with suppress(redis.RedisError):
        cache.set(_known(name, address), 1, timeout=KNOWN_FOR)


def _is_known(name: str, address: str) -> bool:
    with suppress(redis.RedisError):
        return cache.get(_known(name, address)) is not None
    return False


def _known(name: str, address: str) -> str:
    return f"log-in-known-{hashlib.sha256(f'{address} {name}'.encode()).hexdigest()}"
