"""The text form of a token: `hb_<id>_<secret>`; `hba_` instead where an app holds it."""

import hashlib
import hmac
import re
import secrets
from typing import NamedTuple

_FORM = re.compile(r"hba?_([0-9a-f]{16})_([0-9a-f]{64})")
_ID = re.compile(r"[0-9a-f]{16}")


class TokenText(NamedTuple):
    """A token as its owner holds it."""

    id: str
    secret: str

    def __str__(self) -> str:
        return f"hb_{self.id}_{self.secret}"

    def __repr__(self) -> str:
        return f"TokenText(id={self.id!r})"  # a secret has no place in a log


def new() -> TokenText:
    """Return a fresh token: 64 bits to find it by, 256 secret bits."""
    return TokenText(secrets.token_hex(8), secrets.token_hex(32))


def parse(text: str) -> TokenText | None:
    """Read a token, or return None if the text has not its form."""
    match = _FORM.fullmatch(text)
    return TokenText(*match.groups()) if match else None


def is_id(text: str) -> bool:
    """Answer whether a token can have this id."""
    return _ID.fullmatch(text) is not None


def digest(secret: str) -> bytes:
    """Return what is stored of a secret. It has 256 random bits, so a fast hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


def matches(secret: str, stored: bytes) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(digest(secret), stored)
