"""Tickets: each opens one stream, once and soon, where no header can be sent.

A browser's `EventSource` sends nothing of its own, and a token has no place in an address. Only a
hash of a ticket is kept, in the cache, which forgets it by itself.
"""

import hashlib
import secrets
from datetime import datetime
from functools import cache
from typing import cast

import redis
from django.conf import settings

from accounts import selectors
from accounts.errors import TicketInvalidError, TicketsUnavailableError
from accounts.models import Token

SECONDS = 30
"""How long a ticket can be used."""
_PATIENCE = 0.5  # seconds
_KEY = "herdbook:ticket:"


def issue(token: Token, *, path: str) -> str:
    """Return a ticket for this path, which opens it as the token would.

    Raises `TicketsUnavailableError`.
    """
    ticket = secrets.token_urlsafe(24)
    try:
        _client().set(_key(ticket), f"{token.id} {path}", ex=SECONDS)
    except redis.RedisError:
        raise TicketsUnavailableError(_AWAY) from None
    return ticket


def redeem(ticket: str, *, path: str, now: datetime) -> Token:
    """Use a ticket up, and return the token it was made with, its account loaded with it.

    Raises `TicketInvalidError`, `TokenError` if the token has come to its end since, or
    `TicketsUnavailableError`.
    """
    try:
        found = cast("bytes | None", _client().getdel(_key(ticket)))
    except redis.RedisError:
        raise TicketsUnavailableError(_AWAY) from None
    token_id, _, made_for = found.decode().partition(" ") if found else ("", "", "")
    if made_for != path or not token_id:
        raise TicketInvalidError(
            "This ticket was used, is too old, or is for another path. Ask for a new one."
        )
    return selectors.good_token(token_id, now=now)


_AWAY = "Tickets are kept in the cache, which does not answer. Try again, or send a token."


def _client() -> "redis.Redis":
    if not settings.HERDBOOK_CACHE_URL:
        raise TicketsUnavailableError(_AWAY)
    return _connected(settings.HERDBOOK_CACHE_URL)


@cache
def _connected(url: str) -> "redis.Redis":
    return redis.Redis.from_url(
        url.replace("valkey", "redis", 1),
        socket_timeout=_PATIENCE,
        socket_connect_timeout=_PATIENCE,
    )


def _key(ticket: str) -> str:
    return _KEY + hashlib.sha256(ticket.encode()).hexdigest()
