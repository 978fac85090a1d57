"""Where an app may have people sent back to."""

import re
from urllib.parse import urlsplit

LONGEST = 500
_CHARACTERS = re.compile(r"[!$-;=?-Z_a-z~%\[\]]+")
"""Of an address as it is written down: no blanks, quotes or controls, and no `#`."""
_PRIVATE = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
"""A scheme of one's own: the reverse of a domain name, such as `org.example.board`."""
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")
LOOPBACK = frozenset({"127.0.0.1", "::1"})


def fault_of(uri: str) -> str | None:
    """Return what is wrong with an address, or None.

    It is `https`, or for apps on a machine of one's own `http` to the loopback address, where any
    port will do later (RFC 8252), or a scheme of the app's own. `localhost` may be anybody's.
    """
    if not _CHARACTERS.fullmatch(uri):
        return "Use an address without blanks, quotes and fragment."
    try:
        parts = urlsplit(uri)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "This is no address."
    if "@" in parts.netloc:
        return "An address to be sent back to has no name and password in it."
    if parts.scheme == "https":
        # It stands in the policy of a page, too, which such characters would take apart.
        return None if host and _HOST.fullmatch(host) else "The address names no host."
    if parts.scheme == "http":
        if host in LOOPBACK:
            return None
        return "Use https; http is for http://127.0.0.1 and http://[::1] only."
    if _PRIVATE.fullmatch(parts.scheme):
        return None
    return "Use https, or a scheme that is a domain name turned round, as org.example.board:/back."
