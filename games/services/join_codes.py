"""Codes that let somebody into a private game."""

import hashlib
import hmac
import secrets
from uuid import UUID

from games.models import JoinCode
from games.store import clock


def new_code(game: UUID) -> str:
    """Make a code for a private game and void the one before; return it, once."""
    code = secrets.token_urlsafe(12)
    JoinCode.objects.update_or_create(
        game=game, defaults={"code_hash": _digest(code), "made_at": clock.now()}
    )
    return code


def opens(game: UUID, code: str | None) -> bool:
    """Answer whether this code opens the game."""
    if code is None:
        return False
    stored = JoinCode.objects.filter(game=game).values_list("code_hash", flat=True).first()
    return stored is not None and hmac.compare_digest(bytes(stored), _digest(code))


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
