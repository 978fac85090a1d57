"""The secrets of webhooks: made here, shown once, kept so that messages can be signed.

A hash would not do, since both sides need the secret itself. So it is stored encrypted, with a key
derived from the `SECRET_KEY` of the settings: a copy of the database alone forges no message.
"""

import base64
import secrets

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from accounts.sealing import LostSecretError, derived

PREFIX = "whsec_"
BYTES = 32
_PURPOSE = b"herdbook webhook secrets 1"


def new() -> str:
    """Return a fresh secret, `whsec_` and 256 random bits in Base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def seal(secret: str) -> bytes:
    """Return what is stored of a secret."""
    return _cipher().encrypt(secret.encode())


def opened(sealed: bytes) -> str:
    """Return the secret; raise `LostSecretError`."""
    try:
        return _cipher().decrypt(bytes(sealed)).decode()
    except InvalidToken:
        raise LostSecretError from None


def _cipher() -> MultiFernet:
    # Opened with each key there has been since the settings began to name them.
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    of_purpose = (base64.urlsafe_b64encode(derived(key, _PURPOSE)) for key in keys)
    return MultiFernet([Fernet(key) for key in of_purpose])
