"""Names of accounts: their form, and those that nobody can take."""

import re

ALIAS_PREFIX = "gone-"
"""What is left of an erased account's name in its games."""
IMPORTED_PREFIX = "imported-"
"""Of the seats of games that were played from a file, where nobody sat."""
_FORM = re.compile(r"[a-z0-9_-]{3,24}")
_ANY_FORM = re.compile(r"[a-z0-9_-]{3,32}")
_RESERVED = frozenset({"me", "admin"})
_RESERVED_PREFIXES = ("house-", "sandbox-", ALIAS_PREFIX, IMPORTED_PREFIX)


def is_name(text: str) -> bool:
    """Answer whether an account can have this name, be it one that we gave."""
    return _ANY_FORM.fullmatch(text) is not None


def fault_of(name: str) -> str | None:
    """Return why nobody can take this name, or None if somebody can."""
    if not _FORM.fullmatch(name):
        return "A name has 3 to 24 of a-z 0-9 - _."
    if name in _RESERVED or name.startswith(_RESERVED_PREFIXES):
        return "This name is reserved."
    return None
