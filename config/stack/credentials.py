"""Passwords of the embedded servers and the secret key: random at the first start, 0600."""

import secrets
from dataclasses import asdict, dataclass, fields

from config.stack.state import State, read_json, write_json


@dataclass(frozen=True, kw_only=True)
class Credentials:
    """All secrets of one state folder. They reach our processes by environment only."""

    superuser: str
    owner: str
    app: str
    broker: str
    secret_key: str


def of(state: State) -> Credentials:
    """Read the secrets, adding those that are missing."""
    path = state.folder / "secrets.json"
    kept = read_json(path) or {}
    found = Credentials(
        **{field.name: kept.get(field.name) or _new() for field in fields(Credentials)}
    )
    if asdict(found) != kept:
        write_json(path, asdict(found), mode=0o600)
    return found


def _new() -> str:
    # 48 bytes are 64 characters that need no quoting in a URL; Django wants 50 for its key.
    return secrets.token_urlsafe(48)
