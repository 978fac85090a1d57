"""Codes that let somebody into a private game."""

import hashlib
import hmac
import secrets
from uuid import UUID

from games.engine.game import Status
from games.models import JoinCode
from games.selectors.game_view import may_watch
from games.services.errors import GameOverError, GameStartedError, NotCreatorError, UnknownGameError
from games.services.seat_errors import NotPrivateError
from games.store import clock, load
from games.store.errors import UnknownGameError as NoSuchRowError


def new_code(game: UUID) -> str:
    """Make a code for a private game and void the one before; return it, once."""
    code = secrets.token_urlsafe(12)
    JoinCode.objects.update_or_create(
        game=game, defaults={"code_hash": _digest(code), "made_at": clock.now()}
    )
    return code


def renew(game: UUID, *, account: UUID) -> str:
    """Make a new code for the creator of a private game that still has a free seat.

    Raises `UnknownGameError`, `NotCreatorError`, `NotPrivateError`, `GameStartedError` or
    `GameOverError`.
    """
    try:
        loaded = load.game(game)
    except NoSuchRowError:
        raise UnknownGameError from None
    if not may_watch(loaded, account):
        raise UnknownGameError
    if not loaded.is_creator(account):
        raise NotCreatorError("Only who made the game may do this.")
    if not loaded.state.private:
        raise NotPrivateError
    if loaded.state.status.is_in_play:
        raise GameStartedError
    if loaded.state.status is not Status.OPEN:
        raise GameOverError
    return new_code(game)


def opens(game: UUID, code: str | None) -> bool:
    """Answer whether this code opens the game."""
    if code is None:
        return False
    stored = JoinCode.objects.filter(game=game).values_list("code_hash", flat=True).first()
    return stored is not None and hmac.compare_digest(bytes(stored), _digest(code))


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
