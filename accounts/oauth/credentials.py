"""The text forms of what apps hold, and what is stored of each.

All of them begin with `hb` and a letter for their kind, so that whoever searches for secrets in
public places knows them. Only hashes are stored: a copy of the database opens nothing.
"""

import hashlib
import re
import secrets
import uuid

from django.utils.crypto import salted_hmac

ACCESS, REFRESH, CODE, DEVICE, SECRET = "hba", "hbr", "hbc", "hbd", "hbs"
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Of the code that people type: no vowels, so that it spells nothing; none looks like another."""
LENGTH = 8
"""Letters of it: 20 to the power of 8 is 25,600,000,000."""
_CLIENT_ID = re.compile(r"hbapp_[a-z0-9_]{1,34}")


def new(kind: str) -> str:
    """Return a fresh one: 64 bits to know it by, 256 secret bits."""
    return f"{kind}_{secrets.token_hex(8)}_{secrets.token_hex(32)}"


def new_client_id() -> str:
    """Return the public name of a new app."""
    return f"hbapp_{secrets.token_hex(8)}"


def is_client_id(text: str) -> bool:
    """Answer whether an app can have this public name."""
    return _CLIENT_ID.fullmatch(text) is not None


def digest(text: str) -> str:
    """Return what is stored; it has 256 random bits, so a fast hash is enough."""
    return hashlib.sha256(text.encode()).hexdigest()


def family(text: str) -> uuid.UUID:
    """Return the name of all tokens that come from this code, known to whoever sees it again."""
    return uuid.UUID(bytes=hashlib.sha256(f"family {text}".encode()).digest()[:16])


def new_user_code() -> str:
    """Return a code to be typed: two groups of four letters."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def shown_user_code(typed: str) -> str:
    """Return a code as the device shows it, however it was typed."""
    letters = _letters(typed)
    return f"{letters[:4]}-{letters[4:]}"


def _letters(typed: str) -> str:
    return re.sub(r"[\s-]", "", typed[:64]).upper()


def user_code_digest(typed: str) -> str | None:
    """Return what is stored of a code, however it was typed; None for what cannot be one.

    With the key of the server: it is short enough to be found by trying all there are.
    """
    letters = _letters(typed)
    if len(letters) != LENGTH or not set(letters) <= set(LETTERS):
        return None
    return salted_hmac("herdbook user code 1", letters, algorithm="sha256").hexdigest()
