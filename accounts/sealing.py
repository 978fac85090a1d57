"""Secrets that the server has to read again, encrypted where they are stored.

A hash would not do for them. The keys are derived from the `SECRET_KEY` of the settings, one for
each purpose, so a copy of the database alone opens nothing; what an earlier key has sealed is
opened as long as the settings name it.
"""

import base64
import os
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_NONCE = 12  # bytes, as the algorithm has it


class LostSecretError(Exception):
    """It was stored under a `SECRET_KEY` that the settings no longer name."""


@cache
def derived(key: str, purpose: bytes) -> bytes:
    """Return a key of 32 bytes for a purpose."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(key.encode())


def seal(secret: bytes, *, purpose: bytes) -> str:
    """Return what is stored of a short secret: 38 characters, and four for each three bytes."""
    nonce = os.urandom(_NONCE)
    cipher = AESGCM(derived(settings.SECRET_KEY, purpose))
    return base64.urlsafe_b64encode(nonce + cipher.encrypt(nonce, secret, None)).decode()


def opened(sealed: str, *, purpose: bytes) -> bytes:
    """Return the secret; raise `LostSecretError`."""
    try:
        raw = base64.urlsafe_b64decode(sealed)
    except ValueError:
        raise LostSecretError from None
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return AESGCM(derived(key, purpose)).decrypt(raw[:_NONCE], raw[_NONCE:], None)
        except (InvalidTag, ValueError):
            continue
    raise LostSecretError
